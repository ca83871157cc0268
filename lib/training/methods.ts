/** Methods that loupe-train has, with what each is for. Other runners may have others, as further parameters. */
export const METHODS = [
  {
    value: "",
    label: "Runner’s default",
    hint: "loupe-train uses CISPO, as ART does.",
  },
  {
    value: "grpo",
    label: "GRPO (reinforcement learning)",
    hint: "Several attempts at each task, with different rewards: what was better than its group becomes more likely. Start here.",
  },
  {
    value: "dr_grpo",
    label: "Dr. GRPO (reinforcement learning)",
    hint: "GRPO without its bias towards short right answers and long wrong ones: advantages and lengths are not scaled.",
  },
  {
    value: "dapo",
    label: "DAPO (reinforcement learning)",
    hint: "GRPO in which each token counts the same, so that long answers count more. For reasoning of very different lengths.",
  },
  {
    value: "gspo",
    label: "GSPO (reinforcement learning)",
    hint: "Compares whole answers with the sampler, not tokens. More stable for mixtures of experts and several updates.",
  },
  {
    value: "cispo",
    label: "CISPO (reinforcement learning)",
    hint: "Clips only the weight of a token, so that rare but important tokens keep their gradient. ART’s default.",
  },
  {
    value: "sft",
    label: "SFT (imitate the best answers)",
    hint: "Trains on the answer with the highest reward of each group, and on corrected outputs. One answer per task is enough.",
  },
  {
    value: "dpo",
    label: "DPO (prefer better answers)",
    hint: "Pairs of a better and a worse answer of each group. For ratings that only say which answer is better.",
  },
] as const;

export const isMethod = (text: string): boolean => METHODS.some(({ value }) => value !== "" && value === text);
