import { Button, Checkbox, Form, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import type { Policy, PolicyCheck } from "../../api/model.ts";
import { policyCheckQuery, textOf } from "../../api/policies.ts";
import { useUnsaved } from "../../base/unsaved.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { DiffLines } from "./diff-lines.tsx";
import { DryRun } from "./dry-run.tsx";
import { TextEditor } from "./text-editor.tsx";
import { useSettled } from "./use-settled.ts";

/** An editor of a policy. The text is checked while the user types, compared with the active text, tested and saved. */
export function PolicyEditor({ policy }: { readonly policy: Policy }) {
  const say = useText();
  const may = useMay();
  const draft = useDraft(policy);
  const { base, text, enabled, setText, begin } = draft;
  const [isStoring, setStoring] = useState(false);
  const { name } = policy;
  const { faults, changes, isFit, error } = useCheck(name, text);
  const isChanged = text !== textOf(base) || enabled !== base.enabled;
  const isReadOnly = !may("policies_patch_update");
  const isReady = isChanged && isFit;
  useUnsaved(isChanged && !isReadOnly);
  return (
    <>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) setStoring(true);
        }}
      >
        {policy.number === base.number ? null : <Stale renew={() => begin(policy)} />}
        <TextEditor
          id="policy-text"
          label={say("policy.text")}
          value={text}
          faults={faults}
          isReadOnly={isReadOnly}
          change={setText}
        />
        {error === null ? null : <ErrorAlert error={error} />}
        {isReadOnly ? null : (
          <Buttons draft={draft} isChanged={isChanged} isReady={isReady} discard={() => begin(policy)} />
        )}
      </Form>
      {may("policies_post_dryrun") ? <DryRun name={name} expression={text} isDisabled={!isFit} /> : null}
      <Changes lines={changes} />
      {isStoring ? (
        <ChangeDialog
          name={name}
          title={say("policy.storeOf", { name })}
          explained={say(enabled ? "policy.storeExplained" : "policy.setAsideExplained")}
          action={say("policy.store")}
          callWith={(more) =>
            call("PATCH policies()", {
              key: name,
              body: { expression: text, enabled, expectedNumber: base.number, ...more },
            })
          }
          close={() => setStoring(false)}
        />
      ) : null}
    </>
  );
}

/** Notice that the edited version is not the newest. */
function Stale({ renew }: { renew(): void }) {
  const say = useText();
  return (
    <Notice kind="warning" title={say("policy.stale")}>
      <Button variant="link" isInline onClick={renew}>
        {say("policy.renew")}
      </Button>
    </Notice>
  );
}

interface ButtonsProps {
  readonly draft: Draft;
  readonly isChanged: boolean;
  readonly isReady: boolean;
  discard(): void;
}

function Buttons({ draft: { enabled, setEnabled }, isChanged, isReady, discard }: ButtonsProps) {
  const say = useText();
  return (
    <>
      <Checkbox
        id="policy-enabled"
        label={say("policy.putIntoForce")}
        isChecked={enabled}
        onChange={(_event, isChecked) => setEnabled(isChecked)}
      />
      <div className="gatehouse-toolbar">
        <Button type="submit" isDisabled={!isReady}>
          {say("policy.store")}
        </Button>
        <Button variant="link" isDisabled={!isChanged} onClick={discard}>
          {say("policy.discard")}
        </Button>
      </div>
    </>
  );
}

function Changes({ lines }: { readonly lines: PolicyCheck["changes"] }) {
  const say = useText();
  if (lines.every(({ kind }) => kind === "same")) return null;
  return (
    <section aria-labelledby="changes-title" className="gatehouse-below">
      <Title headingLevel="h2" id="changes-title">
        {say("policy.changes")}
      </Title>
      <DiffLines lines={lines} label={say("policy.changes")} />
    </section>
  );
}

type Draft = ReturnType<typeof useDraft>;

/** Checks a text; an empty result until the service has checked the current text. */
function useCheck(name: string, text: string) {
  const may = useMay();
  const settled = useSettled(text);
  const { data, error } = useQuery({ ...policyCheckQuery(name, settled), enabled: may("policies_post_check") });
  if (data === undefined || settled !== text) return { faults: [], changes: [], isFit: false, error };
  return { ...data, isFit: data.faults.length === 0, error };
}

/** Holds the edits of a policy. Without edits, or if the saved version is equal to them, it follows the policy. */
function useDraft(policy: Policy) {
  const [base, setBase] = useState(policy);
  const [text, setText] = useState(textOf(policy));
  const [enabled, setEnabled] = useState(policy.enabled);
  const begin = (from: Policy) => {
    setBase(from);
    setText(textOf(from));
    setEnabled(from.enabled);
  };
  const isAs = (one: Policy) => text === textOf(one) && enabled === one.enabled;
  if (policy.number !== base.number && (isAs(base) || isAs(policy))) begin(policy);
  return { base, text, enabled, setText, setEnabled, begin };
}
