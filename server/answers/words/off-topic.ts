import type { Language } from "../../rendering/language/phrases";

/**
 * Questions that hardly any page answers. What an index finds for them shows how well a question fits by mere chance: more is needed
 * for an answer.
 */
export const offTopicQuestions: Readonly<Record<Language, string>> = {
  en: `
how do i get rid of ants in the kitchen
what should i cook for dinner tonight
can you tell me who invented the telephone
is it safe to eat raw eggs
how far away is the sun from the earth
what time does the game start on sunday
why do my knees hurt when i go up the stairs
which planet has the most moons
how do you tie a bow tie
what are some good names for a puppy
can i grow tomatoes on a balcony
who played the villain in that old western
how long should i boil potatoes
what is the square root of two hundred
is there life on other planets
how do i stop my baby from crying at night
what language do they speak in brazil
where can i go hiking near the lake
how many people live in tokyo
did the team win the championship last year
please remind me to water the plants
how old is the queen of denmark
do penguins have knees
what's the best way to learn chess
my computer makes a strange noise, what could it be
how do airplanes stay in the air
can you play some jazz for me
what does the word serendipity mean
how much does an elephant weigh
when was the roman empire founded
is coffee bad for your heart
how can i sleep better at night
what is the plot of romeo and juliet
should i wear a coat today
why is the sea salty
how do i remove a red wine stain from a carpet
what is the difference between a crocodile and an alligator
tell me something interesting about volcanoes
how do i write a letter to a judge
who is running for president this year
what song is number one right now
can dogs eat grapes
how do i tune a guitar
where do butterflies go when it rains
are you a real person
what is your favourite colour
how do i change a flat tyre on the motorway
what vitamins should i take in winter
how was the great wall of china built
give me a recipe for pancakes without milk
is my horoscope good today
how many bones are in the human body
which team does he play for now
how do i fold a fitted sheet
what happened in the year 1848
why do cats purr
can i take a photo of the northern lights with my phone
how do i ask my boss for a day off
what is the fastest animal on land
flip a coin for me
where were you born
how long does it take to fly to the moon
what movies are playing this weekend
set an alarm for six in the morning
what's traffic like on the way to the city
how do i get a mortgage with bad credit
what is the exchange rate of the dollar
are there any good italian restaurants around here
how do i apply for a passport
what gas mileage does a pickup truck get
do i need a shot before i travel to africa
how do i unclog a sink
read me the news
how many teaspoons are in a tablespoon
who wrote war and peace
can you help me with my maths homework
how do i find out who my grandparents were
what is the tallest building in the world
why is my internet so slow
will the price of gold go up`,
  de: `
wie werde ich ameisen in der küche los
was soll ich heute abend kochen
wer hat das telefon erfunden
kann man rohe eier essen
wie weit ist die sonne von der erde entfernt
wann beginnt das spiel am sonntag
warum tun mir die knie weh
welcher planet hat die meisten monde
wie bindet man eine krawatte
wie soll ich meinen welpen nennen
kann ich tomaten auf dem balkon anbauen
wie lange müssen kartoffeln kochen
gibt es leben auf anderen planeten
welche sprache spricht man in brasilien
wo kann man hier gut wandern
wie viele menschen leben in tokio
wie alt ist die königin von dänemark
warum ist das meer salzig
mein computer macht komische geräusche
wie funktioniert ein flugzeug
was bedeutet das wort fernweh
ist kaffee schlecht für das herz
wie kann ich nachts besser schlafen
worum geht es in romeo und julia
soll ich heute eine jacke anziehen
wie entferne ich rotweinflecken aus dem teppich
wie schreibe ich einen brief an das gericht
wer gewinnt die wahl
welches lied ist gerade auf platz eins
dürfen hunde trauben fressen
wie stimmt man eine gitarre
bist du ein echter mensch
was ist deine lieblingsfarbe
wie wechsle ich einen reifen
wie viele knochen hat der mensch
warum schnurren katzen
welche filme laufen im kino
stell einen wecker auf sechs uhr
wie ist der verkehr in der stadt
wie beantrage ich einen reisepass
brauche ich eine impfung für afrika
wer hat faust geschrieben
was ist das höchste gebäude der welt
wie viel wiegt ein elefant
kannst du mir bei den hausaufgaben helfen`,
  fr: `
comment se débarrasser des fourmis dans la cuisine
que faire à manger ce soir
qui a inventé le téléphone
peut-on manger des œufs crus
à quelle distance est le soleil de la terre
à quelle heure commence le match dimanche
pourquoi ai-je mal aux genoux
quelle planète a le plus de lunes
comment nouer une cravate
quel nom donner à mon chiot
puis-je faire pousser des tomates sur un balcon
combien de temps cuire des pommes de terre
y a-t-il de la vie sur d'autres planètes
quelle langue parle-t-on au brésil
où faire de la randonnée par ici
combien d'habitants à tokyo
quel âge a la reine du danemark
pourquoi la mer est-elle salée
mon ordinateur fait un bruit bizarre
comment volent les avions
que veut dire le mot dépaysement
le café est-il mauvais pour le cœur
comment mieux dormir la nuit
de quoi parle roméo et juliette
comment enlever une tache de vin rouge
comment écrire une lettre au juge
qui va gagner les élections
les chiens peuvent-ils manger du raisin
comment accorder une guitare
es-tu une vraie personne
quelle est ta couleur préférée
comment changer un pneu
combien d'os a le corps humain
pourquoi les chats ronronnent
quels films passent au cinéma
mets un réveil à six heures
comment demander un passeport
qui a écrit les misérables
quel est le plus haut bâtiment du monde
combien pèse un éléphant
peux-tu m'aider à faire mes devoirs`,
  es: `
cómo eliminar hormigas de la cocina
qué cocino esta noche
quién inventó el teléfono
a qué distancia está el sol de la tierra
a qué hora empieza el partido el domingo
por qué me duelen las rodillas
qué planeta tiene más lunas
cómo se llama la reina de dinamarca
puedo cultivar tomates en el balcón
cuánto tiempo se cuecen las patatas
hay vida en otros planetas
cuántas personas viven en tokio
por qué el mar es salado
mi ordenador hace un ruido extraño
el café es malo para el corazón
cómo dormir mejor por la noche
cómo quitar una mancha de vino
quién va a ganar las elecciones
cómo se afina una guitarra
eres una persona real
cuántos huesos tiene el cuerpo humano
qué películas hay en el cine
cómo solicito un pasaporte
quién escribió don quijote
cuánto pesa un elefante`,
  it: `
come eliminare le formiche in cucina
cosa cucino stasera
chi ha inventato il telefono
quanto dista il sole dalla terra
a che ora inizia la partita domenica
perché mi fanno male le ginocchia
quale pianeta ha più lune
posso coltivare pomodori sul balcone
quanto devono bollire le patate
c'è vita su altri pianeti
quante persone vivono a tokyo
perché il mare è salato
il mio computer fa uno strano rumore
il caffè fa male al cuore
come dormire meglio la notte
come togliere una macchia di vino
chi vincerà le elezioni
come si accorda una chitarra
sei una persona vera
quante ossa ha il corpo umano
che film danno al cinema
come richiedo un passaporto
chi ha scritto i promessi sposi
quanto pesa un elefante`,
  nl: `
hoe kom ik van mieren in de keuken af
wat moet ik vanavond koken
wie heeft de telefoon uitgevonden
hoe ver is de zon van de aarde
hoe laat begint de wedstrijd zondag
waarom doen mijn knieën pijn
welke planeet heeft de meeste manen
kan ik tomaten op het balkon kweken
hoe lang moeten aardappelen koken
is er leven op andere planeten
hoeveel mensen wonen er in tokio
waarom is de zee zout
mijn computer maakt een raar geluid
is koffie slecht voor je hart
hoe kan ik beter slapen
hoe verwijder ik een wijnvlek
wie wint de verkiezingen
hoe stem je een gitaar
ben je een echt mens
hoeveel botten heeft een mens
welke films draaien er
hoe vraag ik een paspoort aan
wie schreef max havelaar
hoeveel weegt een olifant`,
  pt: `
como acabar com as formigas na cozinha
o que cozinho hoje à noite
quem inventou o telefone
a que distância está o sol da terra
a que horas começa o jogo no domingo
porque me doem os joelhos
que planeta tem mais luas
posso cultivar tomates na varanda
quanto tempo cozem as batatas
há vida noutros planetas
quantas pessoas vivem em tóquio
porque é que o mar é salgado
o meu computador faz um barulho estranho
o café faz mal ao coração
como dormir melhor à noite
como tirar uma nódoa de vinho
quem vai ganhar as eleições
como se afina uma guitarra
és uma pessoa real
quantos ossos tem o corpo humano
que filmes há no cinema
como peço um passaporte
quem escreveu os lusíadas
quanto pesa um elefante`,
  ar: `
كيف أتخلص من النمل في المطبخ
ماذا أطبخ الليلة
من اخترع الهاتف
كم تبعد الشمس عن الأرض
متى تبدأ المباراة يوم الأحد
لماذا تؤلمني ركبتي
أي كوكب لديه أكثر الأقمار
كم عدد سكان طوكيو
لماذا البحر مالح
هل القهوة مضرة بالقلب
كيف أنام بشكل أفضل
من سيفوز في الانتخابات
كم عدد عظام الإنسان
كيف أحصل على جواز سفر
كم يزن الفيل`,
  he: `
איך נפטרים מנמלים במטבח
מה לבשל הערב
מי המציא את הטלפון
כמה רחוקה השמש מכדור הארץ
מתי מתחיל המשחק ביום ראשון
למה כואבות לי הברכיים
לאיזה כוכב לכת יש הכי הרבה ירחים
כמה אנשים גרים בטוקיו
למה הים מלוח
האם קפה מזיק ללב
איך לישון טוב יותר בלילה
מי ינצח בבחירות
כמה עצמות יש בגוף האדם
איך מוציאים דרכון
כמה שוקל פיל`,
};
