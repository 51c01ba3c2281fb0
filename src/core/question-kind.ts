/** What a question wants to be told. */
export type QuestionKind = "how" | "when" | "count" | "who" | "where" | "why" | "what";

/**
 * By its question words, and by the nouns that stand for one ("절차", "reason"). A question may want several
 * things ("when and why"); one that says none of them gives an empty set.
 */
export function findQuestionKinds(question: string): ReadonlySet<QuestionKind> {
  const text = question.slice(0, MAX_QUESTION_CHARACTERS).toLowerCase();
  const kinds = new Set<QuestionKind>();
  for (const [kind, patterns] of ASKS) if (patterns.some((pattern) => pattern.test(text))) kinds.add(kind);
  // "how many" asks for a number and not for a way.
  if (kinds.has("count") && !ASKS_FOR_A_WAY.test(text)) kinds.delete("how");
  return kinds;
}

/** Whether a word of a question only says what kind of answer it wants. */
export function isKindWord(word: string): boolean {
  return KIND_NOUN.test(word);
}

/** From 0 to 1: how much a text looks like an answer of that kind. Only the look: it may answer another question. */
export function lookOfAnswer(kind: QuestionKind, text: string): number {
  const start = text.slice(0, MAX_LOOKED_AT);
  return Math.max(0, ...LOOKS[kind].map(([pattern, strength]) => (pattern.test(start) ? strength : 0)));
}

const MAX_QUESTION_CHARACTERS = 2000;
const MAX_LOOKED_AT = 2000;
const ASKS_FOR_A_WAY = /\bhow (?:to|do|does|did|can|could|should)\b|어떻게|방법|절차/;
const KIND_NOUN =
  /^(?:(?:방법|절차|이유|원인|까닭|경우|무엇|얼마|언제|어디|누구|며칠|어떻게|의미|설명)|(?:many|much|often|reasons?|happen(?:s|ed)?|occur(?:s|red)?|mean(?:s|t)?|done|needed)$)/;

const ASKS: readonly (readonly [QuestionKind, readonly RegExp[]])[] = [
  [
    "how",
    [
      /\bhow\b|\bsteps?\b|\bcommands?\b|\bprocedure\b/,
      // A task named is a way asked for: "generate an ssh key", "git 설치하기".
      /^(?:please )?(?:set ?up|install|configure|create|generate|make|add|remove|delete|update|upgrade|run|start|stop|restart|deploy|build|fix|recover|restore|reset|revert|undo|roll ?back|enable|disable|connect|check|verify|rename|move|migrate|renew|rotate)\b/,
      /어떻게|어떡|방법|절차|명령|단계|려면|[가-힣]는 ?법|[가-힣]기\s?[?.]?$/,
    ],
  ],
  [
    "when",
    [
      /\bwhen\b|\bwhat (?:time|date|day)\b|\bdates?\b|\bdeadline\b|\bschedule\b|\bperiod\b/,
      /언제|며칠|몇\s?(?:시|월|일|요일)|무슨 요일|날짜|기한|마감|시각|기간|시기|일정/,
    ],
  ],
  [
    "count",
    [
      /\bhow (?:many|much|long|often|fast|big|large|far|old|soon)\b|\bnumber of\b|\b(?:max|min)imum\b|\bsize\b|\blimit\b|\btime\b/,
      /몇|얼마|며칠|개수|갯수|퍼센트|비율|크기|한도|시간|차원|용량|길이|금액|가격/,
    ],
  ],
  ["who", [/\bwho(?:m|se)?\b|\bowners?\b/, /누가|누구|담당자?|책임자/]],
  ["where", [/\bwhere\b|\bwhich (?:file|folder|path|directory|host|server)\b/, /어디|위치|경로|장소/]],
  ["why", [/\bwhy\b|\breasons?\b|\bcauses?\b|\bhow come\b/, /왜|이유|원인|까닭|때문/]],
  [
    "what",
    [
      /\bwhat(?:'s| is| are| does| counts)\b|\bdefin|\bmeaning\b|\bdifference\b|\bpurpose\b/,
      /무엇|무슨|뭐|뭔|이?란\s?\??$|의미|뜻|정의|차이|목적/,
    ],
  ],
];

const NUMBER = /\d/;
const NUMBER_WITH_UNIT =
  /\d\s?(?:%|퍼센트|원|개|건|명|번|회|분|초|시간|일|주|개월|년|배|대|장|점|쪽|자|세|만|억|[kmgt]i?b\b|ms\b|s\b|m\b|km\b|kg\b|g\b|ml\b|days?\b|hours?\b|minutes?\b|seconds?\b|weeks?\b|months?\b|years?\b|times\b|characters?\b|orders?\b)/iu;
const NUMBER_WORD =
  /(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열) ?(?:개|번|명|주|달|시간|배|가지|차례)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred|thousand|once|twice)\b/iu;
const DATE_OR_TIME =
  /\d{4}[-./]\d{1,2}|\d{1,2}:\d{2}|\d+\s?(?:월|일|시|년|분기)|\b(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\bmay \d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|[월화수목금토일]요일|매(?:일|주|월|년|달|분기)|\b(?:daily|weekly|monthly|noon|midnight|a\.m\.|p\.m\.)/iu;
const CONDITION =
  /때|경우|이상|이하|까지|부터|다음|직후|이전|이후|\b(?:if|when|once|after|before|until|unless|only)\b/iu;
const COMMAND = /`[^`\n]*[ -][^`\n]*`|^\s{0,3}(?:```|~~~)/mu;
const CODE_SPAN = /`[^`\n]+`/u;
const STEP =
  /^\s{0,9}\d{1,3}[.)]\s|먼저|이어서|마지막으로|그다음|다음에|\b(?:first|then|next|finally|run|use|set|open|click)\b/iu;
const REASON =
  /때문|이유|원인|므로|니까|라서|[아어여해]서\s|덕분|탓|않으면|\b(?:because|since|so that|due to|reasons?|caused?|otherwise|therefore|instead|in order to|to avoid|so)\b/iu;
const PLACE =
  /(?:^|[\s`"'(])(?:[~.]{0,2}\/)?[\w.-]+\/[\w./-]+|https?:\/\/|(?<![\w-])[\w-]{1,60}\.[\w-]{1,60}\.\w|\d+층|폴더|디렉터리|디렉토리|경로|서버|저장소|채널|\b(?:in|at|under|on) (?:the )?[`\w]/iu;
const NAME =
  /[^.!?:\s]\s\p{Lu}\p{Ll}+|@\w|담당|책임|[가-힣]{1,4}\s?(?:님|씨|팀)|^[-*\d.)\s[\]x]{0,12}[가-힣\w]{1,12}:/u;
const DEFINITION =
  /(?:이란|란|라는 것은|[은는])\s.{1,200}(?:이다|다\.|뜻|것|말한다)|뜻이|의미|[은는] .{1,80}[.]?$|\b(?:is|are|means?|refers? to|stands? for|called)\b|:\s|=\s/iu;

const LOOKS: Readonly<Record<QuestionKind, readonly (readonly [RegExp, number])[]>> = {
  how: [
    [COMMAND, 1],
    [STEP, 0.7],
    [CODE_SPAN, 0.5],
  ],
  when: [
    [DATE_OR_TIME, 1],
    [CONDITION, 0.5],
  ],
  count: [
    [NUMBER_WITH_UNIT, 1],
    [NUMBER, 0.7],
    [NUMBER_WORD, 0.7],
  ],
  who: [
    [NAME, 1],
    // Any sentence may begin with a capital, and "nobody owns it" names nobody.
    [/^\p{Lu}\p{Ll}+|\bown(?:s|ers?)?\b/u, 0.6],
  ],
  where: [
    [PLACE, 1],
    [CODE_SPAN, 0.5],
  ],
  why: [[REASON, 1]],
  what: [[DEFINITION, 1]],
};
