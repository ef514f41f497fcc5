import type { Texts } from "./asked-fields.ts";

/** Texts that steps of a sign-in show to people, by language. */
export const stepTexts = {
  signIn: { en: "Sign in", de: "Anmelden" },
  userName: { en: "User name", de: "Benutzername" },
  password: { en: "Password", de: "Kennwort" },
  denied: {
    en: "Signing in has failed. Try again.",
    de: "Die Anmeldung ist fehlgeschlagen. Versuchen Sie es noch einmal.",
  },
  incomplete: {
    en: "Something is missing, or is too long. Fill in every field.",
    de: "Etwas fehlt oder ist zu lang. Füllen Sie jedes Feld aus.",
  },
  consent: { en: "Allow access?", de: "Zugriff erlauben?" },
  agree: { en: "Allow", de: "Erlauben" },
  refuse: { en: "Refuse", de: "Ablehnen" },
  failed: {
    en: "The user name or password is wrong, or the user may not sign in here.",
    de: "Benutzername oder Kennwort sind falsch, oder der Benutzer darf sich hier nicht anmelden.",
  },
  oneTimeCode: {
    en: "Code of your device, or a recovery code",
    de: "Code Ihres Geräts oder ein Wiederherstellungscode",
  },
  oneTimeCodeFailed: {
    en: "The code is wrong, was used already, or the user may not sign in here. Wait for the next one.",
    de: "Der Code ist falsch, wurde schon verwendet, oder der Benutzer darf sich hier nicht anmelden. Warten Sie auf den nächsten.",
  },
  passkey: { en: "Passkey", de: "Passkey" },
  questions: { en: "Answer your questions", de: "Beantworten Sie Ihre Fragen" },
  answersFailed: { en: "Not all answers are right.", de: "Nicht alle Antworten sind richtig." },
  choosePassword: { en: "Choose a new password", de: "Neues Kennwort wählen" },
  newPassword: { en: "New password", de: "Neues Kennwort" },
  newPasswordAgain: { en: "The same again", de: "Noch einmal dasselbe" },
  passwordsDiffer: {
    en: "The two passwords differ. Type the same one twice.",
    de: "Die beiden Kennwörter unterscheiden sich. Geben Sie zweimal dasselbe ein.",
  },
  passwordTooLong: {
    en: "The password is too long. Choose a shorter one.",
    de: "Das Kennwort ist zu lang. Wählen Sie ein kürzeres.",
  },
  passwordChanging: {
    en: "Your password is being changed. Wait until that change has ended, then try again.",
    de: "Ihr Kennwort wird gerade geändert. Warten Sie, bis diese Änderung beendet ist, und versuchen Sie es dann erneut.",
  },
  notProved: {
    en: "That has failed. Begin again, or ask the help desk.",
    de: "Das ist fehlgeschlagen. Beginnen Sie noch einmal, oder fragen Sie den Helpdesk.",
  },
  captcha: { en: "Check that no program signs in", de: "Prüfung, dass sich kein Programm anmeldet" },
} as const satisfies Readonly<Record<string, Texts>>;

/** Questions that an installation offers if it names none of its own. */
export const usualQuestions: readonly Texts[] = [
  { en: "What was the name of your first pet?", de: "Wie hieß Ihr erstes Haustier?" },
  { en: "In which town did your parents meet?", de: "In welcher Stadt haben sich Ihre Eltern kennengelernt?" },
  { en: "What was the name of your first school?", de: "Wie hieß Ihre erste Schule?" },
  { en: "Who was your favourite teacher?", de: "Wer war Ihre liebste Lehrkraft?" },
  { en: "What was your first car?", de: "Welches war Ihr erstes Auto?" },
  { en: "In which street did you grow up?", de: "In welcher Straße sind Sie aufgewachsen?" },
];
