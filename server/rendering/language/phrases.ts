import type { spokenLanguages } from "../../../contract/language";

export type Language = (typeof spokenLanguages)[number];

/** In the page's language if we speak it, else in English. */
export function phrasesOf(tag: string): Phrases {
  const language = tag.split("-")[0] as Language;
  return Object.hasOwn(translations, language) ? translations[language] : translations.en;
}

/** The words on a page that do not come from its owner. */
export interface Phrases {
  skip: string;
  for: string;
  contents: string;
  nextSteps: string;
  ask: string;
  question: string;
  send: string;
  choose: string;
  required: string;
  links: string;
  back: string;
  /** Beside a field that nobody sees unless styles are off. */
  leaveEmpty: string;
  /** For a button whose own title is empty. */
  open: string;
  /** Before the name in a letter. */
  hello: string;
  thanks: string;
  passedOn: string;
  backToPage: string;
  /** Above an answer. */
  found: string;
  /** In place of an answer. */
  unknown: string;
  questionPassedOn: string;
  writeToUs: string;
  related: string;
  askAnother: string;
  looking: string;
  failed: string;
}

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(translations, text);
}

const translations: Readonly<Record<Language, Phrases>> = {
  en: {
    skip: "Skip to content",
    for: "For",
    contents: "Contents",
    nextSteps: "Next steps",
    ask: "Ask a question",
    question: "Your question",
    send: "Send",
    choose: "Please choose",
    required: "required",
    links: "More links",
    back: "Back",
    leaveEmpty: "Leave this empty",
    open: "Open",
    hello: "Hello",
    thanks: "Thank you",
    passedOn: "What you wrote was passed on.",
    backToPage: "Back to the page",
    found: "Here is what we found",
    unknown: "We don't know the answer to that yet",
    questionPassedOn: "Your question was passed on. You can ask it in other words, or write to us.",
    writeToUs: "Write to us",
    related: "You may also want to know",
    askAnother: "Ask another question",
    looking: "Looking for an answer …",
    failed: "This did not work. Please try again.",
  },
  de: {
    skip: "Zum Inhalt springen",
    for: "Für",
    contents: "Inhalt",
    nextSteps: "Nächste Schritte",
    ask: "Frage stellen",
    question: "Ihre Frage",
    send: "Senden",
    choose: "Bitte wählen",
    required: "erforderlich",
    links: "Weitere Links",
    back: "Zurück",
    leaveEmpty: "Bitte leer lassen",
    open: "Öffnen",
    hello: "Hallo",
    thanks: "Vielen Dank",
    passedOn: "Ihre Nachricht wurde weitergeleitet.",
    backToPage: "Zurück zur Seite",
    found: "Das haben wir gefunden",
    unknown: "Darauf haben wir noch keine Antwort",
    questionPassedOn: "Ihre Frage wurde weitergeleitet. Fragen Sie gern mit anderen Worten, oder schreiben Sie uns.",
    writeToUs: "Schreiben Sie uns",
    related: "Das könnte Sie auch interessieren",
    askAnother: "Noch eine Frage stellen",
    looking: "Wir suchen eine Antwort …",
    failed: "Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.",
  },
  fr: {
    skip: "Aller au contenu",
    for: "Pour",
    contents: "Sommaire",
    nextSteps: "Prochaines étapes",
    ask: "Poser une question",
    question: "Votre question",
    send: "Envoyer",
    choose: "Veuillez choisir",
    required: "obligatoire",
    links: "Autres liens",
    back: "Retour",
    leaveEmpty: "Laissez ce champ vide",
    open: "Ouvrir",
    hello: "Bonjour",
    thanks: "Merci",
    passedOn: "Votre message a été transmis.",
    backToPage: "Retour à la page",
    found: "Voici ce que nous avons trouvé",
    unknown: "Nous n’avons pas encore de réponse à cette question",
    questionPassedOn: "Votre question a été transmise. Vous pouvez la poser autrement ou nous écrire.",
    writeToUs: "Nous écrire",
    related: "Vous aimerez peut-être aussi savoir",
    askAnother: "Poser une autre question",
    looking: "Nous cherchons une réponse …",
    failed: "Cela n’a pas fonctionné. Veuillez réessayer.",
  },
  es: {
    skip: "Ir al contenido",
    for: "Para",
    contents: "Contenido",
    nextSteps: "Próximos pasos",
    ask: "Hacer una pregunta",
    question: "Su pregunta",
    send: "Enviar",
    choose: "Elija una opción",
    required: "obligatorio",
    links: "Más enlaces",
    back: "Volver",
    leaveEmpty: "Deje este campo vacío",
    open: "Abrir",
    hello: "Hola",
    thanks: "Gracias",
    passedOn: "Su mensaje ha sido enviado.",
    backToPage: "Volver a la página",
    found: "Esto es lo que encontramos",
    unknown: "Todavía no tenemos una respuesta a eso",
    questionPassedOn: "Hemos transmitido su pregunta. Puede hacerla con otras palabras o escribirnos.",
    writeToUs: "Escribirnos",
    related: "También le puede interesar",
    askAnother: "Hacer otra pregunta",
    looking: "Buscando una respuesta …",
    failed: "No ha funcionado. Inténtelo de nuevo.",
  },
  it: {
    skip: "Vai al contenuto",
    for: "Per",
    contents: "Indice",
    nextSteps: "Prossimi passi",
    ask: "Fai una domanda",
    question: "La tua domanda",
    send: "Invia",
    choose: "Scegli",
    required: "obbligatorio",
    links: "Altri link",
    back: "Indietro",
    leaveEmpty: "Lasci vuoto questo campo",
    open: "Apri",
    hello: "Buongiorno",
    thanks: "Grazie",
    passedOn: "Il suo messaggio è stato inoltrato.",
    backToPage: "Torna alla pagina",
    found: "Ecco cosa abbiamo trovato",
    unknown: "Non abbiamo ancora una risposta",
    questionPassedOn: "La tua domanda è stata inoltrata. Puoi riformularla o scriverci.",
    writeToUs: "Scrivici",
    related: "Potrebbe interessarti anche",
    askAnother: "Fai un’altra domanda",
    looking: "Cerchiamo una risposta …",
    failed: "Non ha funzionato. Riprova.",
  },
  nl: {
    skip: "Naar de inhoud",
    for: "Voor",
    contents: "Inhoud",
    nextSteps: "Volgende stappen",
    ask: "Stel een vraag",
    question: "Uw vraag",
    send: "Versturen",
    choose: "Maak een keuze",
    required: "verplicht",
    links: "Meer links",
    back: "Terug",
    leaveEmpty: "Laat dit veld leeg",
    open: "Openen",
    hello: "Hallo",
    thanks: "Dank u wel",
    passedOn: "Uw bericht is doorgegeven.",
    backToPage: "Terug naar de pagina",
    found: "Dit hebben we gevonden",
    unknown: "Daar hebben we nog geen antwoord op",
    questionPassedOn: "Uw vraag is doorgegeven. U kunt hem anders stellen of ons schrijven.",
    writeToUs: "Schrijf ons",
    related: "Misschien wilt u ook weten",
    askAnother: "Stel nog een vraag",
    looking: "We zoeken een antwoord …",
    failed: "Dat is niet gelukt. Probeer het opnieuw.",
  },
  pt: {
    skip: "Ir para o conteúdo",
    for: "Para",
    contents: "Índice",
    nextSteps: "Próximos passos",
    ask: "Fazer uma pergunta",
    question: "A sua pergunta",
    send: "Enviar",
    choose: "Escolha uma opção",
    required: "obrigatório",
    links: "Mais ligações",
    back: "Voltar",
    leaveEmpty: "Deixe este campo vazio",
    open: "Abrir",
    hello: "Olá",
    thanks: "Obrigado",
    passedOn: "A sua mensagem foi encaminhada.",
    backToPage: "Voltar à página",
    found: "Eis o que encontrámos",
    unknown: "Ainda não temos resposta para isso",
    questionPassedOn: "A sua pergunta foi encaminhada. Pode fazê-la por outras palavras ou escrever-nos.",
    writeToUs: "Escreva-nos",
    related: "Também pode querer saber",
    askAnother: "Fazer outra pergunta",
    looking: "À procura de uma resposta …",
    failed: "Não funcionou. Tente novamente.",
  },
  ar: {
    skip: "انتقل إلى المحتوى",
    for: "إلى",
    contents: "المحتويات",
    nextSteps: "الخطوات التالية",
    ask: "اطرح سؤالاً",
    question: "سؤالك",
    send: "إرسال",
    choose: "يرجى الاختيار",
    required: "مطلوب",
    links: "روابط أخرى",
    back: "رجوع",
    leaveEmpty: "اترك هذا الحقل فارغًا",
    open: "فتح",
    hello: "مرحبًا",
    thanks: "شكرًا لكم",
    passedOn: "تم إرسال رسالتكم.",
    backToPage: "العودة إلى الصفحة",
    found: "هذا ما وجدناه",
    unknown: "لا نعرف الإجابة عن ذلك بعد",
    questionPassedOn: "تم تمرير سؤالك. يمكنك طرحه بكلمات أخرى أو مراسلتنا.",
    writeToUs: "راسلنا",
    related: "قد ترغب أيضًا في معرفة",
    askAnother: "اطرح سؤالاً آخر",
    looking: "نبحث عن إجابة …",
    failed: "لم ينجح ذلك. يرجى المحاولة مرة أخرى.",
  },
  he: {
    skip: "דילוג לתוכן",
    for: "עבור",
    contents: "תוכן העניינים",
    nextSteps: "השלבים הבאים",
    ask: "שאלו שאלה",
    question: "השאלה שלכם",
    send: "שליחה",
    choose: "נא לבחור",
    required: "חובה",
    links: "קישורים נוספים",
    back: "חזרה",
    leaveEmpty: "נא להשאיר שדה זה ריק",
    open: "פתיחה",
    hello: "שלום",
    thanks: "תודה",
    passedOn: "ההודעה שלכם הועברה.",
    backToPage: "חזרה לעמוד",
    found: "זה מה שמצאנו",
    unknown: "עדיין אין לנו תשובה לכך",
    questionPassedOn: "השאלה שלכם הועברה. אפשר לשאול אותה במילים אחרות או לכתוב לנו.",
    writeToUs: "כתבו לנו",
    related: "אולי תרצו לדעת גם",
    askAnother: "שאלו שאלה נוספת",
    looking: "מחפשים תשובה …",
    failed: "זה לא הצליח. נסו שוב.",
  },
};
