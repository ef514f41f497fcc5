import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Person, Request, RequestExplanation } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { TextField } from "../../components/text-field.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { expectationOf } from "./expectation.ts";

/** Decision above the approvers: an override of their decision, or the resolution of a hold. */
export type Ruling = "override" | "resolveHold";

/** Possible decisions of each ruling, and the field of the body that holds its reason. */
const rulings = {
  override: { decisions: ["approve", "deny"], reason: "comment" },
  resolveHold: { decisions: ["release", "assign", "deny"], reason: "reason" },
} as const;

type RulingDecision = (typeof rulings)[Ruling]["decisions"][number];

interface RulingDialogProps {
  readonly request: Request;
  readonly explanation: RequestExplanation;
  readonly ruling: Ruling;
  close(): void;
}

/** A dialog that overrides the approvers or resolves a hold. Both require a reason, which every reader of the request sees. */
export function RulingDialog({ request, explanation, ruling, close }: RulingDialogProps) {
  const say = useText();
  const { decisions, reason: reasonName } = rulings[ruling];
  const [decision, setDecision] = useState<RulingDecision>(decisions[0]);
  const [reason, setReason] = useState("");
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [minApprovals, setMinApprovals] = useState(1);
  const { mutate, isPending, error } = useChanging([requestsPath]);
  const faults = faultsIn(error);
  const isGiven = decision === "assign";
  // Tasks are implemented, and need no approvals.
  const isTask = (request.operations ?? []).some(({ task }) => task === "unassigned");
  const { key } = request;
  const made = () => {
    const why = reason.trim();
    if (ruling === "override") {
      const told = { phase: explanation.phase?.sequence ?? 1, expect: expectationOf(request), comment: why };
      const chosen = decision === "deny" ? decision : "approve";
      return call("POST requests()/override", { key, body: { ...told, decision: chosen } });
    }
    const given = isGiven && { userKeys: people.map((person) => person.key), ...(!isTask && { minApprovals }) };
    const chosen = decision === "approve" ? "release" : decision;
    return call("POST requests()/resolveHold", { key, body: { decision: chosen, reason: why, ...given } });
  };
  return (
    <FormDialog
      title={say(`ruling.${ruling}`)}
      explained={say(`ruling.${ruling}Explained`)}
      action={say(`ruling.${decision}`)}
      isDanger={decision === "deny"}
      isReady={reason.trim() !== "" && (!isGiven || people.length > 0)}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(made(), { onSuccess: close })}
    >
      <FormField
        id="ruling-decision"
        label={say("ruling.decision")}
        input={{ is: "choice", choices: decisions.map((value) => ({ value, label: say(`ruling.${value}`) })) }}
        value={decision}
        change={(chosen) => setDecision(chosen as RulingDecision)}
      />
      {isGiven ? (
        <>
          <Given people={people} change={setPeople} />
          {isTask ? null : (
            <FormField
              id="ruling-approvals"
              label={say("ruling.minApprovals")}
              input={{ is: "number", min: 1, max: Math.max(1, people.length) }}
              value={minApprovals}
              fault={faults.get("minApprovals")}
              change={(value) => setMinApprovals(Number(value))}
            />
          )}
        </>
      ) : null}
      <TextField
        id="ruling-reason"
        label={say("request.reason")}
        value={reason}
        rows={3}
        isRequired
        help={say("decision.commentSeen")}
        fault={faults.get(reasonName)}
        change={setReason}
      />
    </FormDialog>
  );
}

interface GivenProps {
  readonly people: readonly Person[];
  change(people: readonly Person[]): void;
}

/** People to whom the decision is assigned. */
function Given({ people, change }: GivenProps) {
  const say = useText();
  return (
    <>
      <PersonPicker
        id="ruling-people"
        label={say("ruling.people")}
        without={new Set(people.map(({ key }) => key))}
        choose={(person) => change([...people, person])}
      />
      <ul className="gatehouse-plain-list">
        {people.map(({ key, id, displayName }) => (
          <li key={key}>
            {displayName ?? id}{" "}
            <Button
              variant="link"
              isInline
              aria-label={say("ruling.removePerson", { name: displayName ?? id })}
              onClick={() => change(people.filter((person) => person.key !== key))}
            >
              {say("action.remove")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
