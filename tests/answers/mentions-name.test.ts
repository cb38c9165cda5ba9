import { describe, expect, test } from "bun:test";
import { mentionsName } from "../../server/features/questions/entry/mentions-name";

describe("a visitor's question names the person of the page", () => {
  test.each([
    ["Ada Lovelace", "Ada here, do you sell balloons?"],
    ["José García", "Jose here, do you sell balloons?"],
    ["Jose Garcia", "Aquí José, ¿venden globos?"],
    ["Björn Müller", "Bjorn here, do you sell balloons?"],
    ["Björn Müller", "Mr Mueller wants balloons"],
    ["Bjoern Mueller", "Herr Müller braucht Ballons"],
    ["Søren Łukasz", "Soeren would like balloons"],
    ["Søren Łukasz", "lukasz would like balloons"],
    ["Bo Li", "Bo Li here: do you sell balloons?"],
    ["Bo Li", "Do you sell balloons? Thanks, Bo"],
    ["Maria de la Cruz", "Soy Maria, ¿venden globos?"],
    ["王伟", "我是王伟，你们卖气球吗"],
    ["王伟", "我是王 伟"],
    ["王 伟", "我是王伟，你们卖气球吗"],
    ["欧阳修文", "我是欧阳修文，你们卖气球吗"],
    ["欧阳修文", "修文想买气球"],
    ["田中 健", "田中です。風船を売っていますか"],
    ["山田太郎", "太郎です。風船を売っていますか"],
    ["佐藤 アンナ", "ｱﾝﾅです。風船を売っていますか"],
    ["김민수", "김민수입니다 풍선을 파나요"],
    ["김민수", "민수인데요 풍선을 파나요"],
    ["สมชาย ใจดี", "สมชายอยากซื้อลูกโป่ง"],
    ["Ada Lovelace", "我是Ada，你们卖气球吗"],
    ["Ada Lovelace", "Ada입니다 풍선을 파나요"],
    ["محمد", "أنا محمد هل تبيعون البالونات"],
    ["محمد", "هل لديكم بالونات لمحمد"],
    ["דוד לוי", "יש לכם בלונים לדוד"],
    ["Анна Петрова", "Это Анна, есть шары?"],
  ])("%s: %s", (name, text) => expect(mentionsName(text, name)).toBe(true));

  test.each([
    ["Maria de la Cruz", "¿Cuánto cuesta el envío de la caja?"],
    ["Dr. Ada Lovelace", "Is there a dr in the house?"],
    ["Max P.", "Do you sell size P?"],
    ["Ann Berg", "Do you sell channels, or icebergs?"],
    ["王伟", "你们卖气球吗"],
    ["王", "国王的气球"],
    ["김민수", "풍선을 파나요"],
    ["สมชาย ใจดี", "ขายลูกโป่งไหม"],
    ["", "Do you sell balloons?"],
    ["?!", "Do you sell balloons?!"],
  ])("and not where it doesn't: %s: %s", (name, text) => expect(mentionsName(text, name)).toBe(false));
});
