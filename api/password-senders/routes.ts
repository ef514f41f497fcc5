import { senderBodyMaxBytes } from "#domain/password-sender-limits.ts";
import { senderPaths } from "#domain/password-sync/sender-call.ts";
import { enrolPasswordSender } from "#operations/password-senders/enrol.ts";
import { judgePassword } from "#operations/password-senders/judge-password.ts";
import { reportChange } from "#operations/password-senders/report-change.ts";
import { helloFromSender } from "#operations/password-senders/say-hello.ts";

import { enrolRoute, signedRoute } from "../keyed-routes.ts";
import type { RouteDefinition } from "../route.ts";

const signed = (path: string) => ({ path, kind: "passwordSender", bodyMaxBytes: senderBodyMaxBytes }) as const;

/** The routes that password senders call; the calls are signed as those of proxies are. */
export const passwordSenderRoutes: readonly RouteDefinition[] = [
  enrolRoute(senderPaths.enrol, enrolPasswordSender),
  signedRoute(signed(senderPaths.hello), helloFromSender),
  signedRoute(signed(senderPaths.judge), judgePassword),
  signedRoute(signed(senderPaths.report), reportChange),
];
