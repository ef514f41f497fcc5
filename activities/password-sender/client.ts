import { type ServiceClock, signedByServiceClock } from "#activities/managed-host/service-clock.ts";
import type { ProxyKeys } from "#activities/proxy/keys.ts";
import type { SignedCalls } from "#activities/proxy/signed-calls.ts";
import {
  type JudgeCall,
  type Judgement,
  type ReportAnswer,
  type ReportCall,
  type SenderEnrolment,
  type SenderHello,
  senderPaths,
  type SenderSettings,
} from "#domain/password-sync/sender-call.ts";

import { readJudgement, readReportAnswer, readSettings } from "./sender-answers.ts";

/** API as a password sender sees it; every call is signed. All reject with `ProxyCallError` or a network error. */
export interface SenderClient {
  /** Exchanges the one-time token for an enrollment; may be repeated with the same keys while the token lives. */
  enrol(token: string): Promise<SenderSettings>;
  hello(call: SenderHello, signal?: AbortSignal): Promise<SenderSettings>;
  judge(call: JudgeCall, signal: AbortSignal): Promise<Judgement>;
  report(call: ReportCall, signal: AbortSignal): Promise<ReportAnswer>;
  close(): void;
}

/** Services of the client of a sender. */
export interface SenderClientOptions {
  readonly senderKey: string;
  readonly keys: Pick<ProxyKeys, "signingKey">;
  /** Signed calls; they use the same clock. */
  readonly calls: SignedCalls;
  readonly clock: ServiceClock;
}

/** Makes the client of a password sender. */
export function createSenderClient({ senderKey, keys, calls, clock }: SenderClientOptions): SenderClient {
  const call = signedByServiceClock(calls, clock);
  return {
    async enrol(token) {
      const content = { senderKey, token, signingKey: keys.signingKey } satisfies SenderEnrolment;
      return readSettings(await call(senderPaths.enrol, content));
    },
    hello: async (content, signal) => readSettings(await call(senderPaths.hello, content, signal)),
    judge: async (content, signal) => readJudgement(await call(senderPaths.judge, content, signal)),
    report: async (content, signal) =>
      readReportAnswer(await call(senderPaths.report, content, signal), content.number),
    close: () => calls.close(),
  };
}
