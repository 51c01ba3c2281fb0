/**
 * Characters that Korea writes in another form, each with that of Japan. JIS X
 * 0208 has the second alone, so kanjidic tells nothing about the first. These are
 * the ones that stand in most words of libhangul's list.
 */
export const KOREAN_FORMS: ReadonlyMap<string, string> = new Map(
  (
    "內内 敎教 說説 黃黄 狀状 靑青 德徳 稅税 畵画 淸清 溫温 錄録 强強 黑黒 擊撃 脫脱 綠緑 虛虚 鄕郷 " +
    "歲歳 緣縁 增増 戶戸 步歩 橫横 醬醤 歷歴 尙尚 徵徴 囊嚢 硏研 郞郎 戱戯 槪概 卽即 曆暦 甁瓶 鍊錬 " +
    "繡繍 吳呉 涉渉 淚涙 旣既 每毎 繫繋 辦弁 屛屏 蠟蝋 閱閲 銳鋭 禱祷 塡填 寬寛 髥髯 毁毀 剝剥 麵麺 " +
    "悅悦 渴渇 薰薫 顚顛 緖緒 焰焔 閒閑 揷挿 樑梁 摠総 頹頽 倂併 俱倶 屢屡 麴麹 賴頼 俠侠 醱醗 癎癇 " +
    "枾柿 渗滲 瘦痩 戾戻 萊莱 軀躯 蟬蝉 娛娯 揭掲 昻昂 瀆涜 啞唖 姬姫 彛彝 頰頬 搔掻 簞箪 鷗鴎 玆茲 " +
    "姸妍 蔥葱 騈駢 蔣蒋 毗毘 潑溌 幷并 悤怱 巢巣 瓷磁 痲麻"
  )
    .split(" ")
    .map(([korean = "", japanese = ""]) => [korean, japanese]),
);
