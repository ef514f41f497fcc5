/** How wide the terms of a list of facts are: German ones are long, and must not break within a word. */
export const termWidth = { default: "16ch", md: "24ch" } as const;
