import type { Secret } from "#connectors/contract/index.ts";

import type { PluginUser } from "./request.ts";

/** Asks a set of questions that is kept elsewhere: for questions, or whether answers are right. */
export type QuestionSetRequest =
  | {
      readonly ask: "questions";
      readonly user: PluginUser;
      /** How many questions are wanted at most. */
      readonly count: number;
    }
  | {
      readonly ask: "check";
      readonly user: PluginUser;
      readonly answers: readonly { readonly questionKey: string; readonly answer: Secret }[];
    };

/** What the set says; an answer that it does not name counts as wrong. */
export type QuestionSetPatch =
  | { readonly questions: readonly { readonly questionKey: string; readonly text: string }[] }
  | { readonly answers: readonly { readonly questionKey: string; readonly right: boolean }[] };
