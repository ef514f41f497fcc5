import type { Texts } from "./asked-fields.ts";

/** What steps of a sign-in say to people, by language. */
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
} as const satisfies Readonly<Record<string, Texts>>;
