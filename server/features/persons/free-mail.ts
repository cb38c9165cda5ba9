import { canonicalDomain } from "../../../contract/fields";

const freeMailDomains = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com icloud.com me.com
  mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.net gmx.de gmx.at gmx.ch web.de mail.com mail.ru yandex.com
  yandex.ru bk.ru list.ru inbox.ru qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net zoho.com
  zohomail.com fastmail.com hey.com tutanota.com tuta.io t-online.de freenet.de orange.fr wanadoo.fr free.fr laposte.net
  sfr.fr libero.it virgilio.it alice.it tin.it wp.pl o2.pl onet.pl interia.pl seznam.cz bigpond.com optusnet.com.au
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com sky.com rediffmail.com
  uol.com.br bol.com.br terra.com.br hushmail.com posteo.de mailbox.org`.split(/\s+/),
);
const freeMailFamilies = /^(yahoo|hotmail|live|outlook)\.(com?\.)?[a-z]{2,3}$/;

/** The domain of an e-mail address; null for a free-mail provider. */
export function businessDomain(email: string): string | null {
  const domain = canonicalDomain(email.slice(email.lastIndexOf("@") + 1));
  return domain === null || freeMailDomains.has(domain) || freeMailFamilies.test(domain) ? null : domain;
}
