// What the support desk of the pictures is asked, does and answers. All of it is made up.

/** One kind of request: how customers ask, the tool that helps, and the answer. `{order}` and `{city}` are filled in. */
export interface Topic {
  intent: string;
  questions: readonly string[];
  tool: string;
  result: object;
  policies: readonly [title: string, text: string][];
  answer: string;
}

export const CITIES = ["Lyon", "Lisbon", "Porto", "Hamburg", "Ghent", "Graz", "Bilbao", "Malmö"] as const;

export const TOPICS: readonly Topic[] = [
  {
    intent: "parcel status",
    questions: [
      "Where is my parcel {order}?",
      "Order {order} should have been here yesterday. Where is it?",
      "Has {order} left the warehouse yet?",
    ],
    tool: "track_parcel",
    result: { status: "in transit", place: "{city}", scans: 4, expected: "Friday before noon" },
    policies: [
      ["Late parcels", "A parcel that is three working days late is searched for, and replaced after seven."],
      ["Tracking", "The carrier updates the place of a parcel at every scan, usually twice a day."],
    ],
    answer:
      "Parcel {order} is in {city} and arrives on Friday before noon. You will get a message when it is out for delivery.",
  },
  {
    intent: "refund",
    questions: [
      "I returned {order} two weeks ago. When do I get my money back?",
      "The refund for {order} is 4 euros short.",
      "Can I get a refund for {order}? The color is wrong.",
    ],
    tool: "look_up_refund",
    result: { state: "approved", amount_eur: 48.9, paid_on: "next Tuesday" },
    policies: [
      ["Refunds", "Refunds are paid within five working days after the return has been checked."],
      ["Shipping costs", "Shipping is refunded if the item was faulty or wrong."],
    ],
    answer:
      "Your refund of €48.90 for order {order} is approved and will be paid next Tuesday, to the card you paid with.",
  },
  {
    intent: "return",
    questions: ["How do I send {order} back?", "I need a return label for {order}, to ship from {city}."],
    tool: "create_return_label",
    result: { label: "RET-{order}", drop_off: "any parcel shop in {city}", valid_days: 14 },
    policies: [["Returns", "Unused items can be returned within 30 days. The label is free in the EU."]],
    answer: "Here is your label RET-{order}. Bring the parcel to any parcel shop in {city} within 14 days.",
  },
  {
    intent: "change of address",
    questions: ["I moved to {city}. Can you send {order} there?", "Please change the delivery address of {order}."],
    tool: "change_address",
    result: { changed: false, reason: "already handed to the carrier" },
    policies: [
      ["Change of address", "Possible until the parcel is handed to the carrier, then only to a parcel shop."],
    ],
    answer:
      "Order {order} is already with the carrier, so the address cannot be changed. I can have it left at a parcel shop in {city} instead.",
  },
  {
    intent: "damaged item",
    questions: ["The lamp in {order} arrived broken.", "{order} came with a cracked screen, what now?"],
    tool: "open_claim",
    result: { claim: "CL-{order}", needs: ["photo"], replacement: "in stock" },
    policies: [["Damage", "Report damage within 14 days, with a photo. A replacement is sent at once."]],
    answer:
      "I am sorry about that. I opened claim CL-{order}: reply with a photo and we will send a replacement today.",
  },
  {
    intent: "invoice",
    questions: ["I need an invoice with our VAT number for {order}.", "Please resend the invoice for {order}."],
    tool: "send_invoice",
    result: { sent: true, to: "the address on the order" },
    policies: [["Invoices", "Invoices can be corrected once within 90 days."]],
    answer: "The invoice for order {order} is on its way to your inbox.",
  },
];

/** The versions of the agent's prompt, oldest first, with what was changed. */
export const PROMPT_VERSIONS: readonly [message: string, system: string][] = [
  ["First version", "You are a support agent of a web shop. Help the customer."],
  [
    "Answer from the policies only",
    "You are a support agent of a web shop.\nAnswer only from the policies below; if they do not say, ask a colleague.\n\n{{policies}}",
  ],
  [
    "Say what happens next, and when",
    "You are a support agent of a web shop.\nAnswer only from the policies below; if they do not say, ask a colleague.\nSay what happens next, and when.\n\n{{policies}}",
  ],
  [
    "Two sentences at most; no apologies for what is not our fault",
    "You are a support agent of a web shop. Answer in at most two sentences.\nAnswer only from the policies below; if they do not say, ask a colleague.\nSay what happens next, and when. Apologize only for our own mistakes.\n\n{{policies}}",
  ],
];

/** Rows of the dataset: a question, the policy that answers it, and what the answer has to contain. */
export const EXAMPLES: readonly { question: string; policy: string; expected: string }[] = [
  {
    question: "When do I get my money back for order 7731?",
    policy: "Refunds are paid within five working days.",
    expected: "five working days",
  },
  {
    question: "How long do I have to send something back?",
    policy: "Unused items can be returned within 30 days.",
    expected: "30 days",
  },
  {
    question: "My parcel is four days late. What do you do?",
    policy: "A parcel that is three working days late is searched for.",
    expected: "searched for",
  },
  {
    question: "Can you still change the address of order 9042?",
    policy: "Possible until the parcel is handed to the carrier.",
    expected: "carrier",
  },
  {
    question: "The mug came broken, do I need a photo?",
    policy: "Report damage within 14 days, with a photo.",
    expected: "photo",
  },
  { question: "Who pays for the return label?", policy: "The label is free in the EU.", expected: "free" },
  {
    question: "Can you correct the VAT number on my invoice?",
    policy: "Invoices can be corrected once within 90 days.",
    expected: "90 days",
  },
  {
    question: "Is shipping refunded for a wrong item?",
    policy: "Shipping is refunded if the item was faulty or wrong.",
    expected: "refunded",
  },
];
