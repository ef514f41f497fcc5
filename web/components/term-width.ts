/** Width of the terms of a description list: German terms are long and must not break within a word. */
export const termWidth = { default: "16ch", md: "24ch" } as const;
