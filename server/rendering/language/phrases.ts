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
  },
};
