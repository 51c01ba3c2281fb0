/**
 * Words whose Korean spelling is settled and follows no rule: old loans, and
 * the names and words of software. They also hold as parts of compounds.
 */
const LINES = `
access 액세스|adapter 어댑터|admin 어드민|agile 애자일|airflow 에어플로|alarm 알람|alcohol 알코올|algorithm 알고리즘
alias 에일리어스|amazon 아마존|analog 아날로그|android 안드로이드|angular 앵귤러|ansible 앤서블|apache 아파치|app 앱
apple 애플|archive 아카이브|asset 에셋|async 어싱크|audio 오디오|avatar 아바타|azure 애저|backend 백엔드|bag 백
balance 밸런스|banner 배너|base 베이스|bash 배시|beta 베타|bit 비트|bitcoin 비트코인|blog 블로그|bluetooth 블루투스|bot 봇
box 박스|browser 브라우저|bug 버그|bus 버스|cache 캐시|cafe 카페|calendar 캘린더|camera 카메라|cassandra 카산드라
catalog 카탈로그|category 카테고리|chatbot 챗봇|check 체크|chicken 치킨|chip 칩|christmas 크리스마스|chrome 크롬
chromium 크로뮴|club 클럽|coffee 커피|column 칼럼|comma 콤마|concept 콘셉트|concert 콘서트|concrete 콘크리트
config 컨피그|confluence 컨플루언스|content 콘텐츠|contest 콘테스트|context 콘텍스트|cookie 쿠키|cron 크론|daemon 데몬
dashboard 대시보드|data 데이터|debian 데비안|decorator 데코레이터|demo 데모|desk 데스크|devops 데브옵스|diagram 다이어그램
diamond 다이아몬드|direct 다이렉트|director 디렉터|directory 디렉터리|django 장고|docker 도커|domain 도메인|dragon 드래곤
drama 드라마|ebook 이북|elastic 일래스틱|elasticsearch 엘라스틱서치|elevator 엘리베이터|emacs 이맥스|email 이메일|enum 이넘
ethernet 이더넷|excel 엑셀|facebook 페이스북|fedora 페도라|figma 피그마|firebase 파이어베이스|flask 플라스크|flutter 플러터
form 폼|frontend 프런트엔드|gamma 감마|gateway 게이트웨이|genre 장르|geometry 지오메트리|git 깃|github 깃허브|gitlab 깃랩
gmail 지메일|gnome 그놈|google 구글|gothic 고딕|gradle 그레이들|grafana 그라파나|gram 그램|graph 그래프|graphql 그래프큐엘
group 그룹|gzip 지집|hadoop 하둡|hangul 한글|heap 힙|helm 헬름|heroku 헤로쿠|hook 훅|hotspot 핫스팟
hyperlink 하이퍼링크|idea 아이디어|image 이미지|instagram 인스타그램|interface 인터페이스|internet 인터넷|istio 이스티오
italic 이탤릭|java 자바|javascript 자바스크립트|jenkins 젠킨스|jira 지라|job 잡|json 제이슨|jupyter 주피터|kafka 카프카
keras 케라스|kibana 키바나|kilo 킬로|kit 키트|kotlin 코틀린|kubectl 쿠베컨트롤|kubernetes 쿠버네티스|lab 랩|label 레이블
lambda 람다|laravel 라라벨|latin 라틴|layout 레이아웃|library 라이브러리|linux 리눅스|logo 로고|lucene 루씬|macro 매크로
manual 매뉴얼|map 맵|markdown 마크다운|mask 마스크|master 마스터|matrix 매트릭스|maven 메이븐|media 미디어|mega 메가
memcached 멤캐시드|memo 메모|menu 메뉴|messenger 메신저|meta 메타|metal 메탈|meter 미터|micro 마이크로
microsoft 마이크로소프트|middleware 미들웨어|minio 미니오|mobile 모바일|module 모듈|mongo 몽고|mongodb 몽고디비|motif 모티프
mutex 뮤텍스|mysql 마이에스큐엘|netflix 넷플릭스|network 네트워크|networking 네트워킹|news 뉴스|nginx 엔진엑스|node 노드
nomad 노마드|notion 노션|numpy 넘파이|oauth 오어스|observer 옵저버|obsidian 옵시디언|offline 오프라인|online 온라인
openshift 오픈시프트|opera 오페라|oracle 오라클|orange 오렌지|orchestration 오케스트레이션|packet 패킷|pandas 판다스
parameter 파라미터|photoshop 포토샵|pin 핀|pixel 픽셀|pizza 피자|plastic 플라스틱|plaza 플라자|plugin 플러그인
podcast 팟캐스트|podman 포드맨|popup 팝업|postgres 포스트그레스|postgresql 포스트그레스큐엘|privacy 프라이버시
prometheus 프로메테우스|prototype 프로토타입|proxy 프록시|pub 펍|puppet 퍼펫|pytest 파이테스트|python 파이썬|pytorch 파이토치
quality 퀄리티|query 쿼리|queue 큐|rabbitmq 래빗엠큐|radio 라디오|rails 레일스|react 리액트|record 레코드
redirect 리다이렉트|redis 레디스|redux 리덕스|release 릴리스|repository 리포지터리|robot 로봇|router 라우터|ruby 루비
rule 룰|rust 러스트|safari 사파리|scala 스칼라|scenario 시나리오|schedule 스케줄|schema 스키마|screenshot 스크린샷
selenium 셀레늄|semaphore 세마포어|sentry 센트리|server 서버|serverless 서버리스|shell 셸|shot 샷|silicon 실리콘
simulation 시뮬레이션|singleton 싱글톤|slack 슬랙|snapshot 스냅샷|solaris 솔라리스|spark 스파크|sports 스포츠
spotify 스포티파이|spring 스프링|sprint 스프린트|sqlite 에스큐엘라이트|stereo 스테레오|string 스트링|struct 스트럭트
studio 스튜디오|supabase 수파베이스|suse 수세|svelte 스벨트|swift 스위프트|symbol 심볼|tab 탭|tablet 태블릿
tailwind 테일윈드|team 팀|television 텔레비전|tensorflow 텐서플로|terraform 테라폼|tip 팁|tomato 토마토|tomcat 톰캣
tool 툴|total 토털|traefik 트래픽|twitter 트위터|type 타입|ubuntu 우분투|unicode 유니코드|vagrant 베이그런트|vault 볼트
vector 벡터|video 비디오|virus 바이러스|vitamin 비타민|vite 비트|vue 뷰|web 웹|webhook 웹훅|webpack 웹팩|wheel 휠
white 화이트|wiki 위키|wikipedia 위키백과|windows 윈도우|wireshark 와이어샤크|wordpress 워드프레스|workshop 워크숍
youtube 유튜브|zookeeper 주키퍼|zoom 줌
`;

export const KNOWN_WORDS: ReadonlyMap<string, string> = new Map(
  LINES.trim()
    .split(/[|\n]/)
    .map((line) => {
      const [word = "", hangul = ""] = line.split(" ");
      return [word, hangul];
    }),
);
