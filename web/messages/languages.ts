/** Languages of the pages. English is complete by definition, the others by a test. */
export const languages = ["en", "de"] as const;

/** A language of the pages. */
export type Language = (typeof languages)[number];
