/** Codes and messages of operations whose request ended before their authorization, by the letter of its status. */
export const requestEnds = {
  D: { code: "DENIED", message: "The request was denied." },
  K: { code: "CANCELLED", message: "The request was cancelled." },
  E: { code: "EXPIRED", message: "The request expired before it was decided." },
} as const;
