//! Hangul helpers of bori-search: choseong extraction and bigram tokens.
//!
//! 모든 함수는 NFC 입력을 가정한다. 경계에서 정규화하고 들어올 것.

const SYLLABLE_FIRST: u32 = 0xAC00;
const SYLLABLE_LAST: u32 = 0xD7A3;
/// 중성 21개 × 종성 28개 (받침 없음 포함)
const PER_CHOSEONG: u32 = 588;

const CHOSEONG: [char; 19] = [
    'ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ',
    'ㅌ', 'ㅍ', 'ㅎ',
];

/// Which alphabet a character belongs to, as far as tokenizing cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    Hangul,
    Word,
    Separator,
}

impl Script {
    pub fn of(c: char) -> Self {
        match c as u32 {
            SYLLABLE_FIRST..=SYLLABLE_LAST => Script::Hangul,
            _ if c.is_alphanumeric() || c == '_' => Script::Word,
            _ => Script::Separator,
        }
    }
}

/// "배포" → "ㅂㅍ". Anything that is not a Hangul syllable is kept as it is.
pub fn extract_choseong(text: &str) -> String {
    text.chars()
        .map(|c| match c as u32 {
            code @ SYLLABLE_FIRST..=SYLLABLE_LAST => {
                CHOSEONG[((code - SYLLABLE_FIRST) / PER_CHOSEONG) as usize]
            }
            _ => c,
        })
        .collect()
}

/// True when a query consists of consonants only and should go to the choseong index.
pub fn is_choseong_query(query: &str) -> bool {
    let mut letters = query.chars().filter(|c| !c.is_whitespace()).peekable();
    letters.peek().is_some() && letters.all(|c| CHOSEONG.contains(&c))
}

/// Splits at every change of script, so that "Kafka를" gives "kafka" and "를".
/// Hangul runs become overlapping bigrams, a single syllable stays alone.
pub fn tokenize(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut run: Vec<char> = Vec::new();
    let mut current = Script::Separator;
    for c in text.chars() {
        let script = Script::of(c);
        if script != current {
            flush(&mut run, current, &mut tokens);
            current = script;
        }
        run.push(c);
    }
    flush(&mut run, current, &mut tokens);
    tokens
}

fn flush(run: &mut Vec<char>, script: Script, tokens: &mut Vec<String>) {
    match script {
        Script::Separator => {}
        Script::Word => tokens.push(run.iter().flat_map(|c| c.to_lowercase()).collect()),
        Script::Hangul if run.len() == 1 => tokens.push(run[0].to_string()),
        Script::Hangul => tokens.extend(run.windows(2).map(|pair| pair.iter().collect::<String>())),
    }
    run.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choseong_of_mixed_text() {
        assert_eq!(extract_choseong("배포 rollback"), "ㅂㅍ rollback");
        assert_eq!(extract_choseong("쿠폰"), "ㅋㅍ");
    }

    #[test]
    fn particle_after_latin_word_is_cut_off() {
        assert_eq!(tokenize("Kafka를 재시작"), ["kafka", "를", "재시", "시작"]);
    }

    #[test]
    fn choseong_query_needs_at_least_one_consonant() {
        assert!(is_choseong_query("ㅋㅍ"));
        assert!(!is_choseong_query("  "));
        assert!(!is_choseong_query("ㅋ피"));
    }
}
