import { Button } from "@patternfly/react-core";
import { useState } from "react";

import type { Request, RequestExplanation } from "../../api/model.ts";
import { canDo, type RequestAction } from "../../api/requests.ts";
import { Notice } from "../../components/notice.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { usePageActions } from "../../keyboard/page-actions.ts";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { DecisionDialog, type DecisionWord } from "./decision-dialog.tsx";
import type { Ruling } from "./ruling-dialog.tsx";
import type { SimpleAction } from "./simple-action-dialog.tsx";

interface RequestActionsProps {
  readonly request: Request;
  readonly explanation: RequestExplanation;
  /** True if keys decide about this request; false while they decide about others. */
  readonly hasKeys: boolean;
}

const SimpleActionDialog = openedLater(async () => (await import("./simple-action-dialog.tsx")).SimpleActionDialog);

const RulingDialog = openedLater(async () => (await withTexts("rulings", import("./ruling-dialog.tsx"))).RulingDialog);

const EditDialog = openedLater(async () => (await import("./edit-dialog.tsx")).EditDialog);

const NewDelegation = openedLater(
  async () =>
    (await withTexts("me", withTexts("me-properties", import("../delegations/new-delegation.tsx")))).NewDelegation,
);

const rulings = ["resolveHold", "override"] as const satisfies readonly RequestAction[];
const decisions = ["approve", "deny", "abstain"] as const;
const simple = ["unapprove", "sendBack", "escalate", "resubmit", "cancel"] as const satisfies readonly RequestAction[];

/** Actions of a request that are possible for the reader now. */
export function RequestActions({ request, explanation, hasKeys }: RequestActionsProps) {
  const say = useText();
  const [deciding, setDeciding] = useState<DecisionWord>();
  const [said, setSaid] = useState<DecisionWord>();
  const [doing, setDoing] = useState<SimpleAction>();
  const [ruling, setRuling] = useState<Ruling>();
  const canDecide = canDo(request, "decide") && explanation.phase !== null;
  // Beside the decisions, all other actions are links.
  const variant = canDecide ? "link" : "secondary";
  const begins = (word: DecisionWord) => (canDecide && hasKeys ? () => setDeciding(word) : undefined);
  usePageActions({
    approve: begins("approve"),
    deny: begins("deny"),
    passOn: canDo(request, "escalate") ? () => setDoing("escalate") : undefined,
  });
  return (
    <>
      {said !== undefined && canDo(request, "unapprove") ? (
        <Said said={said} takeBack={() => setDoing("unapprove")} />
      ) : null}
      <div className="gatehouse-toolbar">
        {canDecide ? <Decisions begin={setDeciding} /> : null}
        <EditAction request={request} />
        <DelegateAction request={request} canDecide={canDecide} />
        {simple.map((action) =>
          canDo(request, action) ? (
            <Button key={action} variant={variant} isDanger={action === "cancel"} onClick={() => setDoing(action)}>
              {say(`request.action.${action}`)}
            </Button>
          ) : null,
        )}
        {rulings.map((one) =>
          canDo(request, one) && (one === "resolveHold" || !canDecide) ? (
            <Button key={one} variant={variant} onClick={() => setRuling(one)}>
              {say(`request.action.${one}`)}
            </Button>
          ) : null,
        )}
      </div>
      {ruling === undefined ? null : (
        <RulingDialog request={request} explanation={explanation} ruling={ruling} close={() => setRuling(undefined)} />
      )}
      {deciding === undefined ? null : (
        <DecisionDialog
          request={request}
          explanation={explanation}
          decision={deciding}
          done={() => {
            setSaid(deciding);
            setDeciding(undefined);
          }}
          close={() => setDeciding(undefined)}
        />
      )}
      {doing === undefined ? null : (
        <SimpleActionDialog
          request={request}
          explanation={explanation}
          action={doing}
          close={() => setDoing(undefined)}
        />
      )}
    </>
  );
}

function Decisions({ begin }: { begin(decision: DecisionWord): void }) {
  const say = useText();
  return decisions.map((decision) => (
    <Button
      key={decision}
      variant={decision === "approve" ? "primary" : "secondary"}
      isDanger={decision === "deny"}
      onClick={() => begin(decision)}
    >
      {say(`decision.${decision}`)}
    </Button>
  ));
}

/** Confirmation of the user's decision, with a link to withdraw it. */
function Said({ said, takeBack }: { readonly said: DecisionWord; takeBack(): void }) {
  const say = useText();
  return (
    <Notice kind="success" title={say(`decision.${said}Done`)}>
      <Button variant="link" isInline onClick={takeBack}>
        {say("decision.takeBack", { count: 1 })}
      </Button>
    </Notice>
  );
}

interface DelegateActionProps {
  readonly request: Request;
  readonly canDecide: boolean;
}

/** An action that delegates the decision about a request. The typed input stays even if the request changes meanwhile. */
function DelegateAction({ request, canDecide }: DelegateActionProps) {
  const say = useText();
  const may = useMay();
  const [state, setState] = useState<"idle" | "asking" | "asked">("idle");
  const begin = canDecide && may("delegations_post_create") ? () => setState("asking") : undefined;
  usePageActions({ delegate: begin });
  return (
    <>
      {begin === undefined ? null : (
        <Button variant="secondary" onClick={begin}>
          {say("request.action.delegate")}
        </Button>
      )}
      <span role="status">{state === "asked" ? say("request.delegated") : ""}</span>
      {state === "asking" ? (
        <NewDelegation request={request} close={(isAsked) => setState(isAsked ? "asked" : "idle")} />
      ) : null}
    </>
  );
}

/** An action that edits a request. The typed input stays even if the request changes meanwhile. */
function EditAction({ request }: { readonly request: Request }) {
  const say = useText();
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      {canDo(request, "edit") ? (
        <Button variant="secondary" onClick={() => setEditing(true)}>
          {say("request.action.edit")}
        </Button>
      ) : null}
      {isEditing ? <EditDialog request={request} close={() => setEditing(false)} /> : null}
    </>
  );
}
