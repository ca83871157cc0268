"""Which tokens are trained."""

import pytest
from loupe_trainer.job import Trajectory, read_groups
from loupe_trainer.problem import Problem
from loupe_trainer.sequences import sample_of
from loupe_trainer.templates import Template
from loupe_trainer.tiny_model import tiny_tokenizer

USER = {"role": "user", "content": "which colour"}
TOKENIZER = tiny_tokenizer()


def sample(items, *, template=None, turns="last", without_logprobs=True, tools=None):
    if template:
        tokenizer = tiny_tokenizer()
        tokenizer.chat_template = template
    else:
        tokenizer = TOKENIZER
    trajectory = Trajectory("group 1, trajectory 2", 1.0, [(items, tools)])
    return sample_of(trajectory, Template(tokenizer), turns=turns, without_logprobs=without_logprobs)


def trained_text(sequence):
    return TOKENIZER.decode([one for one, mask in zip(sequence.ids, sequence.mask) if mask])


def choice(text, *, prompt=None, ids=None, names_ids=False):
    ids = ids or [*TOKENIZER(text, add_special_tokens=False)["input_ids"], TOKENIZER.eos_token_id]
    logprobs = {"content": [{"token": f"token_id:{one}" if names_ids else "x", "logprob": -0.5} for one in ids]}
    made = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}, "logprobs": logprobs}
    return {**made, **({} if names_ids else {"token_ids": ids}), **({"prompt_token_ids": prompt} if prompt else {})}


def test_an_answer_ends_with_its_stop_token():
    [sequence] = sample([USER, {"role": "assistant", "content": "mauve"}]).sequences
    assert trained_text(sequence) == "mauve<|im_end|>"
    assert TOKENIZER.decode(sequence.ids).endswith("<|im_end|>\n")


def test_only_the_last_turn_or_all():
    items = [USER, {"role": "assistant", "content": "teal"}, USER, {"role": "assistant", "content": "rose"}]
    assert trained_text(sample(items).sequences[0]) == "rose<|im_end|>"
    assert trained_text(sample(items, turns="all").sequences[0]) == "teal<|im_end|>rose<|im_end|>"


def test_recorded_ids_are_used_as_they_are():
    found = sample([USER, choice("anything", prompt=[5, 6, 7], ids=[8, 9])])
    [sequence] = found.sequences
    assert (sequence.ids, sequence.mask) == ([5, 6, 7, 8, 9], [False] * 3 + [True] * 2)
    assert sequence.logprobs[3:] == [-0.5, -0.5]


def test_a_prompt_that_continues_is_appended_and_another_begins_anew():
    first, second = choice("a", prompt=[5, 6], ids=[8, 9]), choice("b", prompt=[5, 6, 8, 9, 4], ids=[3])
    [sequence] = sample([USER, first, USER, second]).sequences
    assert sequence.ids == [5, 6, 8, 9, 4, 3]
    assert sequence.mask == [False, False, True, True, False, True]
    rewritten = choice("b", prompt=[5, 6, 4], ids=[3])
    assert [one.ids for one in sample([USER, first, USER, rewritten]).sequences] == [[5, 6, 8, 9], [5, 6, 4, 3]]


def test_names_of_tokens_are_ids_and_the_prompt_is_rendered():
    [sequence] = sample([USER, choice("mauve", names_ids=True)]).sequences
    assert trained_text(sequence) == "mauve<|im_end|>"
    assert TOKENIZER.decode(sequence.ids).startswith("<|im_start|>user\nwhich colour<|im_end|>")


def test_answers_without_logprobs_only_if_allowed():
    assert sample([USER, {"role": "assistant", "content": "mauve"}], without_logprobs=False).trained == 0
    assert sample([USER, choice("mauve", prompt=[1])], without_logprobs=False).trained > 0


def test_a_template_that_rewrites_earlier_turns_gives_a_sequence_for_each():
    forgets = (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' and not loop.last %}(earlier)"
        "{% else %}{{ m.content }}{% endif %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
    )
    items = [USER, {"role": "assistant", "content": "teal"}, USER, {"role": "assistant", "content": "rose"}]
    assert [trained_text(one) for one in sample(items, template=forgets, turns="all").sequences] == ["teal<|im_end|>", "rose<|im_end|>"]


@pytest.mark.parametrize(
    ("template", "answer", "sentence"),
    [
        ("{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}{% if add_generation_prompt %}<go>{% endif %}", "teal", "cannot be marked"),
        ("{% for m in messages %}{{ m.role }}{% if m.role == 'user' %}{{ m.content }}{% endif %}|{% endfor %}", "teal", "leaves out the content"),
        ("{{ raise_exception('no system role') }}", "teal", "rejects the conversation"),
    ],
)
def test_a_template_that_cannot_mark_turns_is_refused_with_a_sentence(template, answer, sentence):
    with pytest.raises(Problem, match=sentence) as found:
        sample([USER, {"role": "assistant", "content": answer}], template=template)
    assert "group 1, trajectory 2" in str(found.value)


def test_left_out_tool_calls_and_images_are_refused():
    call = {"id": "c", "type": "function", "function": {"name": "paint", "arguments": '{"colour": "teal"}'}}
    with pytest.raises(Problem, match="leaves out tool calls"):
        sample([USER, {"role": "assistant", "content": None, "tool_calls": [call]}])
    with pytest.raises(Problem, match="image_url"):
        sample([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,"}}]}, {"role": "assistant", "content": "a"}])


def test_parts_of_text_are_text():
    [sequence] = sample([{"role": "user", "content": [{"type": "text", "text": "which "}, {"type": "text", "text": "colour"}]}, {"role": "assistant", "content": "teal"}]).sequences
    assert "which colour" in TOKENIZER.decode(sequence.ids)


def test_exchanges_of_art():
    response = {"prompt_token_ids": [5, 6], "choices": [choice("teal", ids=[8, 9])]}
    given = {"exchanges": {"chat_completions": [{"request": {"messages": [USER]}, "response": response}]}, "reward": 1}
    [group] = read_groups([{"trajectories": [given]}])
    assert sample_of(group.trajectories[0], Template(TOKENIZER), turns="last", without_logprobs=True).sequences[0].ids == [5, 6, 8, 9]


@pytest.mark.parametrize(
    ("groups", "sentence"),
    [
        ([], "no groups"),
        ([{"trajectories": []}, {"trajectories": []}], "All groups are empty"),
        ([{"trajectories": [{"messages_and_choices": [USER], "reward": float("nan")}]}], "group 1, trajectory 1 is not a finite number"),
        ([{"trajectories": [{"messages_and_choices": [], "reward": 1}]}], "no messages in group 1"),
        ([{"trajectories": [{"exchanges": {"responses": [{}]}, "reward": 1}]}], "responses are not supported"),
    ],
)
def test_bad_groups(groups, sentence):
    with pytest.raises(Problem, match=sentence):
        read_groups(groups)
