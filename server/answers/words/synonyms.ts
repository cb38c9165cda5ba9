import type { Language } from "../../rendering/language/phrases";
import { type Word, wordsIn } from "./words";

/** The tenant's own groups of words that mean the same. */
export type SynonymGroups = readonly (readonly string[])[];

/** Words that visitors and editors use for the same thing, whatever a page is about. One group a line. */
const builtIn: Partial<Record<Language, string>> = {
  en: `
try trial
get receive obtain acquire
buy purchase
cost price fee charge pay payment expense
cancel stop terminate end
start begin
change modify edit update alter switch replace
wrong incorrect mistake error
broken damaged faulty defective
lost missing misplaced disappeared gone
stolen theft steal stole
phone mobile smartphone cellphone
money cash fund
send transfer
delete remove close erase
problem issue trouble
help assist support
allow permit accept
refuse decline reject deny
fail failed unsuccessful
need require want
show see view display find
verify confirm validate
identity id
expire expiration expiry
quick fast soon
country nation abroad overseas foreign international
place location area region
deliver delivery ship shipping shipment arrive
password passcode
login log
register signup enrol enroll
refund reimburse reimbursement
withdraw withdrawal
limit maximum cap restriction
exchange convert conversion
account profile
job employment vacancy career
salary wage pay
shop store merchant seller
use utilise utilize
connect link attach
activate enable
block freeze lock
unblock unlock
reset recover restore
twice double duplicate
extra additional
free gratis
child kid
kind type sort
car vehicle
company business firm
trip travel journey
photo picture image
invoice bill
discount reduction coupon voucher
subscription plan
address
contact reach
open opening
hour time
file document
repair fix
return
guarantee warranty
meeting appointment
employee staff
client customer
secure safe security
privacy data
integrate integration
install installation setup
notify notification alert`,
  de: `
kaufen erwerben bestellen bestellung kauf
kosten preis gebühr entgelt zahlen bezahlen zahlung teuer billig
testen ausprobieren probieren test probe testphase
kündigen kündigung beenden stornieren abbestellen stornierung
ändern änderung wechseln anpassen umstellen
falsch fehler fehlerhaft
kaputt defekt beschädigt
verloren verlieren weg verschwunden
gestohlen diebstahl geklaut
handy telefon mobiltelefon smartphone
geld betrag summe
senden schicken versenden verschicken
löschen entfernen schließen
problem schwierigkeit
hilfe support unterstützung
lieferung liefern versand zustellung ankommen
passwort kennwort
anmelden einloggen login
registrieren registrierung
rückerstattung erstattung erstatten zurückerstatten
zurückgeben rückgabe retoure zurücksenden zurückschicken umtausch
dauern dauer lange schnell zeit
rabatt nachlass gutschein ermäßigung
rechnung beleg
firma unternehmen betrieb
kunde kundin
öffnungszeiten geöffnet offen öffnen
konto profil
termin treffen
vertrag abo abonnement
kostenlos gratis umsonst
ausland international
sicher sicherheit
daten datenschutz
auto fahrzeug wagen
parken parkplatz
kind kinder
garantie gewährleistung
reparieren reparatur`,
  fr: `
acheter achat commander commande
coût coûter prix tarif frais payer paiement cher
essayer essai tester test
annuler annulation résilier résiliation arrêter
changer modifier modification
erreur faux incorrect
cassé abîmé endommagé défectueux
perdu perdre égaré
volé vol
téléphone portable mobile
argent somme montant
envoyer expédier envoi expédition livraison livrer
supprimer effacer fermer
problème souci
aide aider assistance
mot passe
connecter connexion
inscrire inscription
remboursement rembourser
retour retourner renvoyer
délai durée temps
réduction remise promotion
facture reçu
entreprise société
ouvrir ouverture horaire
compte profil
rendez-vous réunion
abonnement contrat forfait
gratuit offert
étranger international
voiture véhicule
garer parking stationner
enfant
garantie
réparer réparation`,
  es: `
comprar compra pedido pedir
costo coste costar precio tarifa pagar pago
cancelar cancelación anular baja
probar prueba
cambiar modificar cambio
error incorrecto equivocado
roto dañado defectuoso
perdido perder extraviado
robado robo
teléfono móvil celular
dinero importe
enviar envío entrega entregar
eliminar borrar cerrar
problema
ayuda ayudar soporte
contraseña clave
reembolso reembolsar devolución devolver
plazo tardar duración
descuento rebaja
factura recibo
empresa compañía
abrir horario apertura
cuenta perfil
cita reunión
gratis gratuito
extranjero internacional
coche auto vehículo
niño`,
  it: `
comprare acquistare acquisto ordinare ordine
costare costo prezzo tariffa pagare pagamento
annullare annullamento disdire disdetta cancellare
cambiare modificare modifica
errore sbagliato
rotto difettoso danneggiato
perso perdere smarrito
rubato furto
telefono cellulare
soldi denaro importo
spedire spedizione inviare consegna consegnare
problema
aiuto aiutare assistenza supporto
rimborso rimborsare
restituire reso restituzione
tempo durata durare
sconto riduzione
fattura ricevuta
azienda ditta società
aprire apertura orario aperto
abbonamento contratto
provare prova test
gratuito gratis
estero internazionale
auto macchina veicolo
parcheggio parcheggiare
bambino figlio
garanzia
riparare riparazione`,
  nl: `
kopen bestellen bestelling aankoop
kosten prijs tarief betalen betaling duur goedkoop
opzeggen annuleren annulering stoppen
wijzigen veranderen aanpassen
fout verkeerd
kapot defect beschadigd
kwijt verloren verliezen
gestolen diefstal
telefoon mobiel
geld bedrag
verzenden sturen levering leveren bezorging bezorgen verzending
verwijderen wissen
probleem storing
hulp helpen ondersteuning
wachtwoord
terugbetaling terugbetalen
retour retourneren terugsturen
duren lang snel tijd
korting actie
factuur rekening bon
bedrijf firma
openen open openingstijd
abonnement contract
proberen proef test
gratis kosteloos
buitenland internationaal
auto voertuig
parkeren parkeerplaats
kind kinderen
garantie
repareren reparatie`,
  pt: `
comprar compra encomendar encomenda pedido
custar custo preço tarifa pagar pagamento
cancelar cancelamento anular rescindir
mudar alterar modificar alteração
erro errado
avariado defeituoso danificado partido
perdido perder
roubado roubo
telefone telemóvel celular
dinheiro valor
enviar envio entrega entregar
apagar eliminar
problema
ajuda ajudar suporte apoio
reembolso reembolsar
devolver devolução
prazo demorar duração
desconto promoção
fatura recibo
empresa companhia
abrir abertura horário aberto
assinatura contrato subscrição
experimentar teste testar
grátis gratuito
estrangeiro internacional
carro veículo automóvel
estacionamento estacionar
criança filho
garantia
reparar reparação conserto`,
};

const longestWords = 3;

interface SynonymGroup {
  name: string;
  /** The position of its first word, and how many words it is. */
  at: number;
  length: number;
}

/** Names of groups, by the stems of a word or phrase. */
class GroupNames {
  readonly #names = new Map<string, string>();
  /** The first stems of phrases: hardly any word of a text begins one. */
  readonly #begun = new Set<string>();

  beginsPhrase(stem: string): boolean {
    return this.#begun.has(stem);
  }

  get(stems: string): string | undefined {
    return this.#names.get(stems);
  }

  add(name: string, group: readonly string[], language: Language): void {
    for (const text of group) {
      const words = wordsIn(text, language);
      const key = words.map(({ stem }) => stem).join(" ");
      if (key === "" || words.length > longestWords || this.#names.has(key)) continue;
      this.#names.set(key, name);
      if (words.length > 1) this.#begun.add((words[0] as Word).stem);
    }
  }
}

/** The same for all indexes, made when a language first occurs. */
const builtInNames = new Map<Language, GroupNames>();

function builtInOf(language: Language): GroupNames {
  let names = builtInNames.get(language);
  if (!names) {
    builtInNames.set(language, (names = new GroupNames()));
    const lines = (builtIn[language] ?? "").trim().split("\n");
    for (const [at, line] of lines.entries()) names.add(`${language} ${at}`, line.split(" "), language);
  }
  return names;
}

/** Finds words and short phrases that mean the same. A tenant's own groups come first. */
export class Synonyms {
  readonly #own = new GroupNames();
  readonly #builtIn: GroupNames;

  constructor(language: Language, own: SynonymGroups) {
    for (const [at, group] of own.entries()) this.#own.add(`own ${at}`, group, language);
    this.#builtIn = builtInOf(language);
  }

  /** The group of each word or phrase that has one, and where in the text it is. */
  groupsIn(words: readonly { stem: string; isStopWord: boolean }[]): SynonymGroup[] {
    const found: SynonymGroup[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const { stem, isStopWord } = words[at] as (typeof words)[number];
      const mayBePhrase = this.#own.beginsPhrase(stem) || this.#builtIn.beginsPhrase(stem);
      const phrase = mayBePhrase ? this.#phraseAt(words, at) : undefined;
      const name = phrase?.name ?? (isStopWord ? undefined : this.#nameOf(stem));
      const length = phrase?.length ?? 1;
      if (name !== undefined) found.push({ name, at, length });
      at += length - 1;
    }
    return found;
  }

  #phraseAt(words: readonly { stem: string }[], at: number): Omit<SynonymGroup, "at"> | undefined {
    for (let length = Math.min(longestWords, words.length - at); length > 1; length -= 1) {
      const stems = words.slice(at, at + length).map(({ stem }) => stem);
      const name = this.#nameOf(stems.join(" "));
      if (name !== undefined) return { name, length };
    }
    return undefined;
  }

  #nameOf(stems: string): string | undefined {
    return this.#own.get(stems) ?? this.#builtIn.get(stems);
  }
}
