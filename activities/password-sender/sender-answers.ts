import { z } from "zod";

import {
  type Judgement,
  type ReportAnswer,
  type ReportOutcome,
  type SenderSettings,
  whileAwayChoices,
} from "#domain/password-sync/sender-call.ts";

const dayMs = 86_400_000;

const settings = {
  time: z.int(),
  whileAway: z.enum(whileAwayChoices),
  receivingKey: z.object({ kty: z.literal("OKP"), crv: z.literal("X25519"), x: z.string().regex(/^[\w-]{43}$/) }),
  series: z.string().nullable(),
  through: z.int().min(0),
  helloMs: z.int().min(1).max(dayMs),
};
const settingsSchema = z.object(settings);
const judgementSchema = z.object({
  ...settings,
  verdict: z.enum(["allow", "refuse"]),
  messages: z.array(z.object({ rule: z.string(), message: z.string() })),
});
// An outcome that a newer service has is only written to the log.
const outcome = z.custom<ReportOutcome>((value) => typeof value === "string");
const reportAnswerSchema = z.object({ ...settings, number: z.int(), outcome });

/** Reads settings of the service. Throws on text of another form, which would otherwise replace the settings that are kept. */
export const readSettings = (text: string): SenderSettings => read(settingsSchema, text);

/** Reads the answer about a password that was judged. Throws on text of another form. */
export const readJudgement = (text: string): Judgement => read(judgementSchema, text);

/** Reads the answer to the report with a number. Throws on text of another form, and on the answer to another report. */
export function readReportAnswer(text: string, number: number): ReportAnswer {
  const answer = read(reportAnswerSchema, text);
  if (answer.number !== number) throw new Error(`The answer is about change ${answer.number}, not ${number}.`);
  return answer;
}

function read<Answer>(schema: z.ZodType<Answer>, text: string): Answer {
  const { success, data } = schema.safeParse(parsed(text));
  if (!success) throw new Error("The answer is none of the service. Check API_ADDRESS.");
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
