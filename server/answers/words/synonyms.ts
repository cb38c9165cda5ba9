import type { Language } from "../../rendering/language/phrases";
import { type Word, wordsIn } from "./words";

/** The tenant's own groups of words that mean the same. */
export type SynonymGroups = readonly (readonly string[])[];

/** Words that visitors and editors use for the same thing, whatever a page is about. One group a line. */
const builtIn: Partial<Record<Language, string>> = {
  en: `
try trial
get receive obtain acquire got gotten
buy purchase bought
cost price fee charge pay payment expense paid spend spent
cancel stop terminate end
start begin began begun
change modify edit update alter switch replace
wrong incorrect mistake error
broken damaged faulty defective break broke
lost missing misplaced disappeared gone lose
stolen theft steal stole
phone mobile smartphone cellphone
money cash fund
send transfer sent
delete remove close erase
problem issue trouble
help assist support
allow permit accept
refuse decline reject deny denied
fail failed unsuccessful
need require want
show see view display find found saw seen shown
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
withdraw withdrawal withdrew withdrawn
limit maximum cap restriction
exchange convert conversion
account profile
job employment vacancy career
salary wage pay
shop store merchant seller
use utilise utilize
connect link attach
activate enable
block freeze lock froze frozen
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
notify notification alert
forget forgot forgotten
take took taken
give gave given
choose chose chosen select pick
keep kept
hold held
leave left
make made
bring brought
sell sold
write wrote written
speak spoke spoken
come came
go went
know knew known
eat ate eaten
drive drove driven
wear wore worn
think thought
tell told
say said
forbid forbidden prohibited
become became
sleep slept
meet met
understand understood
ride rode ridden
grow grew grown`,
  de: `
kaufen erwerben bestellen bestellung kauf
kosten preis gebühr entgelt zahlen bezahlen zahlung teuer billig
testen ausprobieren probieren test probe testphase
kündigen kündigung beenden stornieren abbestellen stornierung
ändern änderung wechseln anpassen umstellen
falsch fehler fehlerhaft
kaputt defekt beschädigt
verloren verlieren weg verschwunden verlor
gestohlen diebstahl geklaut stehlen
handy telefon mobiltelefon smartphone
geld betrag summe
senden schicken versenden verschicken gesendet gesandt
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
reparieren reparatur
vergessen vergaß vergisst
bekommen bekam erhalten erhielt erhält kriegen
nehmen nahm genommen nimmt
geben gab gegeben
finden fand gefunden
bringen brachte gebracht
schreiben schrieb geschrieben
sprechen sprach gesprochen spricht
fahren fuhr gefahren fährt
gehen ging gegangen geht
kommen kam gekommen
lesen las gelesen liest
essen aß gegessen isst
schlafen schlief geschlafen schläft
tragen trug getragen trägt
schneiden schnitt geschnitten
verbieten verbot verboten
bleiben blieb geblieben
treffen traf getroffen trifft
brechen brach gebrochen bricht
helfen half geholfen hilft
werfen warf geworfen wirft
laufen lief gelaufen läuft
waschen wusch gewaschen wäscht
leihen lieh geliehen ausleihen verleihen
mieten vermieten gemietet
gelten galt gilt gültig`,
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
ouvrir ouverture horaire ouvert ouverts ouverte
compte profil
rendez-vous réunion
abonnement contrat forfait
gratuit offert
étranger international
voiture véhicule
garer parking stationner
enfant
garantie
réparer réparation
recevoir reçoit reçois obtenir obtenu obtient
prendre pris prend
mettre mis
faire fait
écrire écrit
lire lu
venir venu vient
aller vais va
tenir tenu tient
dire dit
voir vu voit
choisir choisi
rendre rendu
boire bu boit
dormir dort
permettre permis autoriser autorisé
interdire interdit défendu
vendre vendu vend
louer location
joindre contacter contact`,
  es: `
comprar compra pedido pedir pido
costo coste costar precio tarifa pagar pago
cancelar cancelación anular baja
probar prueba pruebo
cambiar modificar cambio
error incorrecto equivocado
roto dañado defectuoso romper
perdido perder extraviado
robado robo
teléfono móvil celular
dinero importe
enviar envío entrega entregar
eliminar borrar cerrar cierra cerrado
problema
ayuda ayudar soporte
contraseña clave
reembolso reembolsar devolución devolver devuelto
plazo tardar duración
descuento rebaja
factura recibo
empresa compañía
abrir horario apertura abierto abiertos
cuenta perfil
cita reunión
gratis gratuito
extranjero internacional
coche auto vehículo
niño
hacer hago hecho hace hacen
poner pongo puesto pone
venir vengo viene
ir voy va
decir digo dicho dice
ver veo visto
escribir escrito
recibir obtener obtengo conseguir
encontrar encuentro
volver vuelvo vuelto
dormir duermo
empezar empieza comenzar
salir salgo sale
traer traigo
llevar llevo
permitir permitido admitir admitido
prohibir prohibido
doler duele dolor
alquilar alquiler`,
  it: `
comprare acquistare acquisto ordinare ordine
costare costo prezzo tariffa pagare pagamento
annullare annullamento disdire disdetta cancellare
cambiare modificare modifica
errore sbagliato
rotto difettoso danneggiato rompere
perso perdere smarrito perduto
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
aprire apertura orario aperto apre
abbonamento contratto
provare prova test
gratuito gratis
estero internazionale
auto macchina veicolo
parcheggio parcheggiare
bambino figlio
garanzia
riparare riparazione
prendere preso
mettere messo
fare faccio fatto
scrivere scritto
chiudere chiuso
scegliere scelto
venire vengo viene venuto
andare vado va
dire dico detto
vedere visto
ricevere ottenere ottengo
tenere tengo tiene
uscire esco esce
permettere permesso ammesso
vietare vietato proibito
affittare noleggiare noleggio`,
  nl: `
kopen bestellen bestelling aankoop kocht gekocht
kosten prijs tarief betalen betaling duur goedkoop
opzeggen annuleren annulering stoppen
wijzigen veranderen aanpassen
fout verkeerd
kapot defect beschadigd
kwijt verloren verliezen verloor
gestolen diefstal
telefoon mobiel
geld bedrag
verzenden sturen levering leveren bezorging bezorgen verzending verzonden stuurde gestuurd
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
repareren reparatie
krijgen kreeg gekregen ontvangen ontving
vergeten vergat
nemen nam genomen
geven gaf gegeven
vinden vond gevonden
brengen bracht gebracht
schrijven schreef geschreven
spreken sprak gesproken
breken brak gebroken
kiezen koos gekozen
komen kwam gekomen
gaan ging gegaan
lezen las gelezen
eten at gegeten
slapen sliep geslapen
rijden reed gereden
verbieden verboden
huren verhuren gehuurd
lenen uitlenen geleend`,
  pt: `
comprar compra encomendar encomenda pedido peço pedir
custar custo preço tarifa pagar pagamento
cancelar cancelamento anular rescindir
mudar alterar modificar alteração
erro errado
avariado defeituoso danificado partido
perdido perder
roubado roubo
telefone telemóvel celular
dinheiro valor
enviar envio entrega entregar entregue
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
reparar reparação conserto
fazer faço feito faz
pôr ponho posto
vir venho vem vindo
ir vou vai
dizer digo disse dito
ver vejo visto
escrever escrito
receber obter obtenho
trazer trago trouxe
sair saio
dormir durmo
começar iniciar
permitir permitido admitido
proibir proibido
alugar aluguer aluguel`,
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
