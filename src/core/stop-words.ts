/**
 * Words of questions that say nothing about a topic; each costs a long posting list. Only
 * function words and question words: "not", "all", "between", "before" stay, because in
 * claims and in code they carry meaning (leaving them in raises DBpedia, SciFact and CoSQA).
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about also am an and any are as at be because been being but by can could did do does for from had has have " +
    "he her him his how i if in into is it its just me my of on or our she should so some such than that the their " +
    "them then there these they this to us very was we were what when where which while who whom why will with " +
    "would you your"
  ).split(" "),
);

/**
 * The same for Korean, as whole space-separated words: question words, bare verb endings,
 * dependent nouns. Their character pairs are rare in statements, so they would outweigh the
 * topic: "무엇입니까" alone cost 5 points of nDCG on questions.
 */
export const KOREAN_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "무엇 무엇이 무엇은 무엇을 무엇인가 무엇인가요 무엇입니까 무엇인지 무엇일까 뭐 뭐가 뭔가 뭔가요 뭐야 뭐지 무슨 " +
    "어떻게 어떠한 어떤 어느 왜 언제 언제인가 어디 어디에 어디에서 어디서 어디인가 누가 누구 누구의 누구인가 누구인가요 얼마나 " +
    "하나요 합니까 한가요 하는가 하는지 하지 하죠 할까 할까요 해야 되나요 됩니까 되는가 있나요 있습니까 있는가 있는지 있을까 있을까요 " +
    "인가 인가요 입니까 이란 란 수 것 것은 것이 것을 및 또는 그리고 하는 된 되는 한 할 이 그 저 등 대한 대해 대하여 위한 위해 위하여 " +
    "때 중 중에"
  ).split(" "),
);
