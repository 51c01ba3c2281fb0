import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** No vowel and no s: the stemmer leaves such a word alone, and no language has it. */
const CONSONANTS = "bcdfghjklmnpqrtvwxz".split("");
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES = 11_172;

const ENGLISH =
  "The rollback of the order service took nine minutes.|Backups are restored on staging every Monday.|A query is embedded once and kept for the next search.|The consumer lag grew while the broker was restarted.|Certificates are renewed a month before they end.|The index is rebuilt when the schema changes.".split(
    "|",
  );
const KOREAN =
  "배포를 롤백하려면 이전 이미지를 다시 띄운다.|백업은 매주 월요일에 스테이징에서 복구해 본다.|검색 색인은 문서가 바뀐 부분만 다시 만든다.|인증서는 만료 한 달 전에 갱신한다.|장애 보고는 24시간 안에 정리한다.|캐시가 비면 지연이 두 배로 늘어난다.".split(
    "|",
  );
const MIXED =
  "kafka consumer의 lag이 늘면 파티션을 먼저 본다.|useMemo는 값이 비쌀 때만 쓴다.|WAL checkpoint가 밀리면 파일이 커진다.|hybrid 검색은 RRF로 두 목록을 합친다.".split(
    "|",
  );

export const QUESTIONS = [
  "how do we roll back a release",
  "배포를 롤백하는 방법",
  "where is the backup restored",
  "백업 복구는 언제 해 보나",
  "kafka consumer lag",
  "인증서 갱신",
  "how are TLS certificates renewed",
  "WAL checkpoint가 밀리면",
  "retry with backoff",
  "useMemo는 언제 쓰지",
  "parseHttpHeader",
  "전세 계약",
  "vector search and RRF",
  "장애 보고",
  "kimchi 찌개",
  '"order service"',
];

/** Two words that stand nowhere else. */
export function createMarker(random) {
  const latin = `q${random.several(10, 10, () => random.pick(CONSONANTS)).join("")}`;
  const korean = random
    .several(5, 5, () => String.fromCharCode(FIRST_SYLLABLE + random.below(SYLLABLES)))
    .join("");
  return { latin, korean };
}

/** A section that only its version has. */
export function createSection(random, { latin, korean }) {
  const sentences = random.several(1, 4, () => random.pick([...ENGLISH, ...KOREAN, ...MIXED]));
  return `## Entry ${latin}\n\nMarked ${latin} here. 표식은 ${korean} 이다.\n\n${sentences.join(" ")}\n`;
}

export function createDocument(random, marker) {
  const others = random.several(
    0,
    3,
    () => `## ${random.pick(KOREAN).slice(0, 12)}\n\n${random.pick(MIXED)}\n`,
  );
  return [
    `---\ntitle: Log ${marker.latin}\ntags: [soak, 기록]\n---\n`,
    createSection(random, marker),
    ...others,
  ].join("\n");
}

/** The last section is another one in the next version; what stands before it stays, or goes in part. */
export function editText(random, text, marker) {
  const sections = text.replace(/\n+$/, "\n").split(/^(?=## Entry q)/m);
  const kept = sections.length > 2 || random.chance(0.4) ? sections.slice(0, -1) : sections;
  const body = kept.length === 0 ? text : kept.join("");
  const titled = body.replace(/^title: Log q.*$/m, `title: Log ${marker.latin}`);
  return `${titled.replace(/\n*$/, "\n\n")}${createSection(random, marker)}`;
}

/** The example notes as texts by path; those that are no text are given as bytes. */
export function readNotes(folder) {
  const isFile = (entry) => entry.isFile();
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(isFile)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
    .map((path) => {
      const bytes = readFileSync(join(folder, path));
      return { path, bytes, text: path.endsWith(".pdf") ? null : bytes.toString("utf8") };
    });
}
