// The words of the corpus: real ones at the head, where stop words and stems matter, made-up ones in the long tail.
import { between, createRandom, createZipf, pick } from "./random.mjs";

const words = (text) => text.trim().split(/\s+/);

const FUNCTION_WORDS = words(`
  the of and to a in is it for that on with as this are be by from or at an not can you we if will which when has
  was have all more one but they its than their into how other what about only so there then each some where after
  no these would should also such may before most do been our over any through between because does both up out must
  very could who while during without under again same still here too own just those why`);

const COMMON_WORDS = words(`
  time system file change work server release note value table error list test page team user number report process
  order service data request result set version key line issue point group name start step read write check query
  index search document message address network memory record build deploy cluster node queue cache storage backup
  schedule meeting review plan project budget customer contract design model field format default option setting
  script command folder path source target remote local thread lock token session cookie header body response timeout
  retry failure alert monitor metric trace sample window chart graph layer module package library function method
  class object string integer array pointer buffer stream socket channel signal event handler listener callback
  promise compiler parser lexer grammar symbol scope closure binding variable constant parameter argument pattern
  container image registry volume mount secret certificate domain proxy gateway router switch firewall subnet
  replica shard partition transaction migration schema column row constraint trigger view cursor engine planner
  garden kitchen recipe flour butter oven bicycle train station harbour mountain river winter summer journey
  invoice payment refund account ledger balance salary holiday training interview candidate office printer`);

const ONSETS = words(
  "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p ph pl pr qu r s sc sh sl sp st str t th tr v w z",
);
const VOWELS = words("a e i o u ai ea ee io ou oa");
const CODAS = ["", "", "", "n", "r", "l", "s", "t", "m", "d", "ck", "nd", "st", "rm", "ng", "x"];
const SUFFIXES = words("s ing ed er ers tion tions al ally ment ness able ity ive ly ize");

const SYLLABLES = Array.from(
  words(`
    가간감강개거건검결경계고공과관광교구국군권규균극근금급기길나난남내녀년노논농능다단담당대덕도독동두등라락량력련령로론료류리
    마만말망매면명모목무문물미민바박반발방배백번법변별병보복본봉부북분불비빈사산상새색생서석선설성세소속송수술시식신실심아안
    암압액양어언업여역연열영예오온완왕외요용우운원월위유육은음의이익인일임입자작잔장재저적전절점정제조족존종주준중증지직진질
    차착찬참창채책처천철청체초촉총최추축출충취측치칙침칭쾌타탁탄탈태택토통퇴투특파판패편평폐포폭표품풍피필하학한함합항해행향허
    헌험혁현협형혜호혼화환활황회획효후훈휘휴흐희`).join(""),
);
const KOREAN_NOUNS = words(`
  서버 시간 문제 파일 회의 설정 오류 배포 검색 문서 사용자 데이터 시스템 결과 요청 응답 메모리 저장소 백업 복구
  일정 계획 예산 고객 계약 설계 모델 형식 기본값 옵션 명령 폴더 경로 원본 대상 원격 세션 헤더 본문 지연 실패 경보
  지표 표본 차트 모듈 함수 객체 문자열 배열 버퍼 소켓 신호 사건 처리기 변수 상수 매개변수 인자 컨테이너 이미지 볼륨
  비밀 인증서 도메인 관문 방화벽 복제본 분할 거래 이전 열 행 제약 색인 정원 부엌 조리법 밀가루 자전거 기차 항구 산
  강 겨울 여름 여행 송장 결제 환불 계좌 잔액 급여 휴가 교육 면접 지원자 사무실 인쇄기 보고서 기록 규칙 절차 검토`);
const KOREAN_VERBS = words(`
  확인한다 설정한다 배포했다 검토했다 삭제된다 실행한다 기록했다 늘어났다 줄었다 필요하다 실패했다 복구한다 요청했다
  정리한다 바꾸었다 나누었다 합쳤다 기다린다 끝났다 시작한다 비교했다 측정한다 저장된다 읽는다 쓴다 찾았다 고쳤다`);
const KOREAN_ADVERBS = words(
  "매우 다시 먼저 이미 아직 모두 그리고 그러나 따라서 특히 자주 가끔 오늘 어제 내일 항상 반드시",
);
const PARTICLES = words("은 는 이 가 을 를 에 에서 으로 의 와 과 도 만 까지 부터");

const SEED = 20260301;
const ENGLISH_SIZE = 30_000;
const KOREAN_SIZE = 12_000;

/** Frequent words first; draw() follows Zipf's law with the function words at the head. */
export function createVocabulary() {
  const random = createRandom(SEED);
  const english = createEnglish(random);
  const korean = createKorean(random);
  const drawEnglish = createZipf(english.length, { exponent: 1.08, shift: 2.7 });
  const drawContent = createZipf(english.length - FUNCTION_WORDS.length, { exponent: 0.95, shift: 12 });
  const drawKorean = createZipf(korean.length, { exponent: 0.95, shift: 6 });
  return {
    english,
    korean,
    firstContentRank: FUNCTION_WORDS.length,
    word: (chance) => english[drawEnglish(chance)],
    /** Never a function word. */
    contentWord: (chance) => english[FUNCTION_WORDS.length + drawContent(chance)],
    koreanNoun: (chance) => korean[drawKorean(chance)],
    koreanVerb: (chance) => pick(chance, KOREAN_VERBS),
    koreanAdverb: (chance) => pick(chance, KOREAN_ADVERBS),
    particle: (chance) => pick(chance, PARTICLES),
    identifier: (chance) => toIdentifier(chance, () => english[FUNCTION_WORDS.length + drawContent(chance)]),
  };
}

function createEnglish(random) {
  const found = new Set([...FUNCTION_WORDS, ...COMMON_WORDS]);
  while (found.size < ENGLISH_SIZE) {
    let root = "";
    for (let syllables = random() < 0.35 ? 1 : 2; syllables > 0; syllables--) {
      root += pick(random, ONSETS) + pick(random, VOWELS) + pick(random, CODAS);
    }
    if (root.length < 3) continue;
    found.add(root);
    for (let forms = between(random, 0, 3); forms > 0; forms--) found.add(root + pick(random, SUFFIXES));
  }
  return [...found].slice(0, ENGLISH_SIZE);
}

function createKorean(random) {
  const found = new Set(KOREAN_NOUNS);
  while (found.size < KOREAN_SIZE) {
    let noun = "";
    for (let syllables = between(random, 2, 3); syllables > 0; syllables--) noun += pick(random, SYLLABLES);
    found.add(noun);
  }
  return [...found];
}

function toIdentifier(random, draw) {
  const parts = Array.from({ length: between(random, 2, 3) }, draw);
  if (random() < 0.3) return parts.join("_");
  return parts
    .map((part, position) => (position === 0 ? part : part[0].toUpperCase() + part.slice(1)))
    .join("");
}
