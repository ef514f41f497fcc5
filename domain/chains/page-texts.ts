import type { Texts } from "./asked-fields.ts";

/** Texts of the pages around the steps of a sign-in, by language. */
export const pageTexts = {
  goOnTo: { en: "to go on to", de: "um weiterzugehen zu" },
  returnTo: { en: "You will return to", de: "Sie kehren zurück zu" },
  goOn: { en: "Go on", de: "Weiter" },
  elsewhere: {
    en: "You prove elsewhere who you are, and come back then.",
    de: "Sie weisen sich an anderer Stelle aus und kommen dann zurück.",
  },
  usePasskey: { en: "Use a passkey", de: "Passkey verwenden" },
  backToApplication: {
    en: "Go back to the application and begin again.",
    de: "Gehen Sie zur Anwendung zurück und beginnen Sie noch einmal.",
  },
  returned: { en: "You are back", de: "Sie sind zurück" },
  continueInProgram: {
    en: "Go back to the application in which you began to sign in. It continues there.",
    de: "Gehen Sie zur Anwendung zurück, in der Sie die Anmeldung begonnen haben. Dort geht es weiter.",
  },
  backToBeginning: { en: "Open the page again.", de: "Öffnen Sie die Seite noch einmal." },
  forgottenPassword: { en: "Forgotten your password?", de: "Kennwort vergessen?" },
  passwordSet: { en: "Your password is set", de: "Ihr Kennwort ist gesetzt" },
  signInWithIt: {
    en: "Sign in with it from now on. Whoever was signed in as you is not any more.",
    de: "Melden Sie sich von jetzt an damit an. Wer als Sie angemeldet war, ist es nicht mehr.",
  },
  passwordUnderWay: { en: "Your password is on its way", de: "Ihr Kennwort ist unterwegs" },
  passwordLater: {
    en: "Not all systems have it yet. Wait a minute before you sign in with it.",
    de: "Noch haben es nicht alle Systeme. Warten Sie eine Minute, bevor Sie sich damit anmelden.",
  },
  passwordRefused: { en: "The password was refused", de: "Das Kennwort wurde abgelehnt" },
  chooseAnother: {
    en: "A system has not taken it. Begin again with another one, or ask the help desk.",
    de: "Ein System hat es nicht angenommen. Beginnen Sie mit einem anderen, oder fragen Sie den Helpdesk.",
  },
  backTo: { en: "Back to", de: "Zurück zu" },
  needsScript: {
    en: "This step takes a script of this page. Allow it, and load the page again.",
    de: "Dieser Schritt braucht ein Skript dieser Seite. Erlauben Sie es und laden Sie die Seite neu.",
  },
  signOut: { en: "Sign out", de: "Abmelden" },
  signOutOf: { en: "Do you want to sign out?", de: "Möchten Sie sich abmelden?" },
  signedOut: { en: "You are signed out", de: "Sie sind abgemeldet" },
  closeWindow: { en: "You may close this window.", de: "Sie können dieses Fenster schließen." },
} as const satisfies Readonly<Record<string, Texts>>;

/** Name of a page text. */
export type PageText = keyof typeof pageTexts;
