import type { Secret } from "#connectors/contract/index.ts";

import type { PluginUser } from "./request.ts";

/** Request to an external set of questions: for questions, or for a check of answers. */
export type QuestionSetRequest =
  | {
      readonly ask: "questions";
      readonly user: PluginUser;
      /** Largest number of questions to return. */
      readonly count: number;
    }
  | {
      readonly ask: "check";
      readonly user: PluginUser;
      readonly answers: readonly { readonly questionKey: string; readonly answer: Secret }[];
    };

/** Questions, or the verdict on each answer; an answer that is not listed counts as wrong. */
export type QuestionSetPatch =
  | { readonly questions: readonly { readonly questionKey: string; readonly text: string }[] }
  | { readonly answers: readonly { readonly questionKey: string; readonly right: boolean }[] };
