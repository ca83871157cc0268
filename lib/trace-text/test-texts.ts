/** For tests: texts of which tokenizers make many tokens, or which could be taken for something else. */
export const AWKWARD = {
  chinese: "订单没有找到，请检查订单号是否正确。客户要求退款，但是系统没有返回任何结果。".repeat(20),
  japanese: "注文が見つかりませんでした。注文番号をご確認のうえ、もう一度お試しください。".repeat(20),
  korean: "주문을 찾을 수 없습니다. 주문 번호를 확인하고 다시 시도해 주세요.".repeat(20),
  russian: "Заказ не найден, проверьте номер заказа и повторите попытку позже.".repeat(20),
  arabic: "لم يتم العثور على الطلب، يرجى التحقق من رقم الطلب".repeat(20),
  thai: "ไม่พบคำสั่งซื้อ โปรดตรวจสอบหมายเลขคำสั่งซื้อ".repeat(20),
  amharic: "ትዕዛዙ አልተገኘም እባክዎ የትዕዛዝ ቁጥሩን ያረጋግጡ".repeat(20),
  emoji: "😀🎉👩‍👩‍👧‍👦🇩🇪❤️‍🔥🧑🏽‍🚀".repeat(40),
  marks: "Z̷̢͕͓̗̈́͌a̵͙͛l̶̹̓g̷̩̈́o̴̦͒".repeat(40),
  punctuation: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ {{}}[[]]<><|endoftext|>$$##".repeat(30),
  hieroglyphs: "𓀀𓁐𓂀𓃰𓄿𓅓𓆣𓇳𓈖𓉐".repeat(30),
  lines: "1.9 tool forged, error\n! error: forged\n\u2028\u202eforged\r\n\t".repeat(20),
} as const;
