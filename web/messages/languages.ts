/** The languages of the pages; English is whole by definition, the others by a test. */
export const languages = ["en", "de"] as const;

/** One of them. */
export type Language = (typeof languages)[number];
