import type { AuthorizersPatch, AuthorizersRequest } from "./authorizers.ts";
import type { ChainComponentPatch, ChainComponentRequest } from "./chain-component.ts";
import type { DependantPatch, DependantRequest } from "./dependant.ts";
import type { DisclosurePatch, DisclosureRequest } from "./disclosure.ts";
import type { EscalationPatch, EscalationRequest } from "./escalation.ts";
import type { ImplementersPatch, ImplementersRequest } from "./implementers.ts";
import type { NewIdCasePatch, NewIdCaseRequest } from "./new-id-case.ts";
import type { NotifierPatch, NotifierRequest } from "./notifier.ts";
import type { PasswordRulePatch, PasswordRuleRequest } from "./password-rule.ts";
import type { QuestionSetPatch, QuestionSetRequest } from "./question-set.ts";
import type { PluginServices } from "./services.ts";
import type { StillApplicablePatch, StillApplicableRequest } from "./still-applicable.ts";
import type { TicketCheckPatch, TicketCheckRequest } from "./ticket-check.ts";
import type { TicketSystemPatch, TicketSystemRequest } from "./ticket-system.ts";

/** Request, patch and services of each kind of plug-in: the published types for authors of plug-ins. */
export interface PluginKinds {
  readonly newIdCase: KindTypes<NewIdCaseRequest, NewIdCasePatch, "log" | "targetSystem">;
  readonly authorizers: KindTypes<
    AuthorizersRequest,
    AuthorizersPatch,
    "log" | "targetSystem" | "user" | "profileAttribute" | "membersOf" | "ownersOf"
  >;
  readonly implementers: KindTypes<
    ImplementersRequest,
    ImplementersPatch,
    "log" | "targetSystem" | "user" | "profileAttribute" | "membersOf" | "ownersOf"
  >;
  readonly escalation: KindTypes<EscalationRequest, EscalationPatch, "log" | "user" | "profileAttribute" | "membersOf">;
  readonly stillApplicable: KindTypes<StillApplicableRequest, StillApplicablePatch, "log" | "targetSystem" | "user">;
  readonly notifier: KindTypes<NotifierRequest, NotifierPatch, "log" | "profileAttribute">;
  readonly passwordRule: KindTypes<PasswordRuleRequest, PasswordRulePatch, "log" | "profileAttribute">;
  readonly questionSet: KindTypes<QuestionSetRequest, QuestionSetPatch, "log" | "profileAttribute">;
  readonly chainComponent: KindTypes<ChainComponentRequest, ChainComponentPatch, "log" | "user" | "profileAttribute">;
  readonly disclosure: KindTypes<DisclosureRequest, DisclosurePatch, "log" | "targetSystem">;
  readonly ticketCheck: KindTypes<TicketCheckRequest, TicketCheckPatch, "log" | "targetSystem">;
  readonly ticketSystem: KindTypes<TicketSystemRequest, TicketSystemPatch, "log" | "targetSystem">;
  readonly dependant: KindTypes<DependantRequest, DependantPatch, "log" | "targetSystem">;
}

interface KindTypes<Request, Patch, Services extends keyof PluginServices> {
  readonly request: Request;
  readonly patch: Patch;
  readonly services: Services;
}

/** Name of a kind. */
export type PluginKind = keyof PluginKinds;

/** The function `run` that the file of a plug-in exports. */
export type Plugin<Kind extends PluginKind> = (
  request: PluginKinds[Kind]["request"],
  services: Pick<PluginServices, PluginKinds[Kind]["services"]>,
) => PluginKinds[Kind]["patch"] | Promise<PluginKinds[Kind]["patch"]>;

export type { PluginServices };
