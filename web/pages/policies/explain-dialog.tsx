import "./policies.css";
import { Title } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Policy, PolicyResource, PolicyExplanation } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import { typedObject } from "../../forms/typed-object.ts";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { type PartOfRule, partTree } from "./part-tree.ts";

interface ExplainDialogProps {
  readonly policy: Policy;
  close(): void;
}

/** A dialog that explains the decision of an active policy about a user, part by part, with or without a resource. */
export function ExplainDialog({ policy: { name, fields }, close }: ExplainDialogProps) {
  const say = useText();
  const [entered, setEntered] = useState({ userId: "", resource: "" });
  const { mutate, isPending, error, data, reset } = useChanging<PolicyExplanation>([]);
  const faults = faultsIn(error);
  const resource = typedResource(entered.resource);
  const change = (part: Partial<typeof entered>) => {
    setEntered({ ...entered, ...part });
    // The explanation belongs to other input.
    reset();
  };
  const userId = entered.userId.trim();
  return (
    <FormDialog
      title={say("explain.policyOf", { name })}
      explained={say("explain.policyExplained")}
      action={say("explain.action")}
      isWide
      isReady={userId !== "" && resource !== undefined}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(call("POST policies()/explain", { key: name, body: { userId, resource: resource ?? null } }))}
    >
      <TextField
        id="explain-user"
        label={say("explain.user")}
        value={entered.userId}
        isRequired
        fault={faults.get("userId")}
        change={(text) => change({ userId: text })}
      />
      {fields.length === 0 ? null : (
        <TextField
          id="explain-resource"
          label={say("explain.resource")}
          help={say("explain.resourceHelp", { example: `{"${fields[0]?.name ?? ""}": "…"}` })}
          rows={3}
          value={entered.resource}
          fault={resource === undefined ? say("explain.noObject") : faults.get("resource")}
          change={(text) => change({ resource: text })}
        />
      )}
      <div role="status">{data === undefined ? null : <Explained explanation={data} />}</div>
    </FormDialog>
  );
}

/** Returns the typed resource: null if there is none, undefined if the text is not an object. */
function typedResource(text: string): PolicyResource | null | undefined {
  if (text.trim() === "") return null;
  const typed = typedObject(text);
  return "object" in typed ? (typed.object as PolicyResource) : undefined;
}

function Explained({ explanation }: { readonly explanation: PolicyExplanation }) {
  const say = useText();
  const { userId: user, allowed, reason, rows, parts } = explanation;
  return (
    <>
      <Notice
        kind={allowed ? "success" : "warning"}
        title={say(allowed ? "explain.allowed" : "explain.denied", { user })}
      >
        <p lang="en">{reason}</p>
      </Notice>
      {rows === null ? null : (
        <p className="gatehouse-below">
          {rows === "true" || rows === "false" ? (
            say(`explain.rows.${rows}`)
          ) : (
            <>
              {say("explain.rows")} <code>{rows}</code>
            </>
          )}
        </p>
      )}
      <Title headingLevel="h2" size="md" className="gatehouse-below">
        {say("explain.parts")}
      </Title>
      <Parts parts={partTree(parts)} />
    </>
  );
}

function Parts({ parts }: { readonly parts: readonly PartOfRule[] }) {
  const say = useText();
  const outcomeOf = ({ outcome, value }: PartOfRule) =>
    outcome === "open"
      ? say("explain.open")
      : outcome === "value"
        ? say("explain.value", { value })
        : say("explain.failed", { why: value });
  return (
    <ul className="gatehouse-parts">
      {parts.map((part) => (
        <li key={`${part.line}:${part.column}:${part.text}`}>
          <code>{part.text}</code> {outcomeOf(part)}
          {part.inner.length === 0 ? null : <Parts parts={part.inner} />}
        </li>
      ))}
    </ul>
  );
}
