import { Button, Flex, FlexItem } from "@patternfly/react-core";
import { useState } from "react";

import type { Request, RequestExplanation } from "../../api/model.ts";
import { canDo, type RequestAction } from "../../api/requests.ts";
import { usePageActions } from "../../keyboard/page-actions.ts";
import { useText } from "../../messages/text.ts";
import { DecisionDialog, type DecisionWord } from "./decision-dialog.tsx";
import { type SimpleAction, SimpleActionDialog } from "./simple-action-dialog.tsx";

interface RequestActionsProps {
  readonly request: Request;
  readonly explanation: RequestExplanation;
}

const decisions = ["approve", "deny", "abstain"] as const;
const simple = ["unapprove", "sendBack", "escalate", "resubmit", "cancel"] as const satisfies readonly RequestAction[];

/** What its reader may do with a request as it stands; what cannot be done is not offered. */
export function RequestActions({ request, explanation }: RequestActionsProps) {
  const say = useText();
  const [deciding, setDeciding] = useState<DecisionWord>();
  const [doing, setDoing] = useState<SimpleAction>();
  const canDecide = canDo(request, "decide") && explanation.phase !== null;
  const begins = (word: DecisionWord) => (canDecide ? () => setDeciding(word) : undefined);
  usePageActions({
    approve: begins("approve"),
    deny: begins("deny"),
    passOn: canDo(request, "escalate") ? () => setDoing("escalate") : undefined,
  });
  return (
    <>
      <Flex>
        {decisions.map((decision) =>
          canDecide ? (
            <FlexItem key={decision}>
              <Button
                variant={decision === "approve" ? "primary" : "secondary"}
                isDanger={decision === "deny"}
                onClick={() => setDeciding(decision)}
              >
                {say(`decision.${decision}`)}
              </Button>
            </FlexItem>
          ) : null,
        )}
        {simple.map((action) =>
          canDo(request, action) ? (
            <FlexItem key={action}>
              <Button variant="link" isDanger={action === "cancel"} onClick={() => setDoing(action)}>
                {say(`request.action.${action}`)}
              </Button>
            </FlexItem>
          ) : null,
        )}
      </Flex>
      {deciding === undefined ? null : (
        <DecisionDialog
          request={request}
          explanation={explanation}
          decision={deciding}
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
