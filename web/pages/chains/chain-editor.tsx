import { Button, Form, Title } from "@patternfly/react-core";
import { type ReactNode, useRef, useState } from "react";

import { type BodyOf, call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { AuthChainCheck, AuthChainFault } from "../../api/model.ts";
import { CallError } from "../../base/call-error.ts";
import { useUnsaved } from "../../base/unsaved.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { type TypedObject, typedObject } from "../../forms/typed-object.ts";
import { type Say, useText } from "../../messages/text.ts";
import { ChainFaults, faultsOf } from "./chain-faults.tsx";
import { ChainPicture } from "./chain-picture.tsx";
import { ChainWarnings } from "./chain-warnings.tsx";
import { isDrawable } from "./written-chain.ts";

/** Input of a saved chain. */
export interface EditedChain {
  /** Chain as the user has written it. */
  readonly stored: BodyOf<"POST authChains">["stored"];
  readonly comment: string | null;
  readonly enabled: boolean;
  readonly force: boolean;
}

interface ChainEditorProps {
  /** Name under which the chain is saved. */
  readonly name: string;
  readonly initial: string;
  readonly isEnabled: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Fields above the editor. */
  readonly children?: ReactNode;
  save(edited: EditedChain): void;
  close(): void;
}

/** An editor of a chain as text. The service checks the text, errors are shown at their places, and the result is drawn. */
export function ChainEditor(props: ChainEditorProps) {
  const { name, initial, isEnabled, isPending, error, children, save, close } = props;
  const say = useText();
  const [text, setText] = useState(initial);
  const [terms, setTerms] = useState<Terms>({ comment: "", enabled: isEnabled, force: false });
  const checking = useChanging<AuthChainCheck>([]);
  const written = typedObject(text);
  const chain = "object" in written && name !== "" ? written.object : undefined;
  const isLocking = error instanceof CallError && error.code === "CHAIN_LOCKS_OUT";
  const send = (stored: object) => {
    const comment = terms.comment.trim() === "" ? null : terms.comment.trim();
    save({ stored: stored as EditedChain["stored"], comment, enabled: terms.enabled, force: isLocking && terms.force });
  };
  const check = () => {
    const body = { chain: Object.assign({ name }, chain) };
    checking.mutate(call("POST authChains/check", { body }));
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        checking.reset();
        if (chain !== undefined && !isPending) send(chain);
      }}
    >
      {children}
      <ChainText
        text={text}
        initial={initial}
        isPending={isPending}
        written={written}
        faults={checking.data?.faults ?? faultsOf(error)}
        isRight={checking.data?.faults.length === 0}
        warnings={checking.data?.warnings ?? []}
        change={(changed) => {
          setText(changed);
          checking.reset();
        }}
      />
      <TermFields terms={terms} isLocking={isLocking} change={(changed) => setTerms({ ...terms, ...changed })} />
      {[checking.error, faultsOf(error).length > 0 ? null : error].map((refused, index) =>
        refused === null ? null : <ErrorAlert key={index === 0 ? "checking" : "saving"} error={refused} />,
      )}
      <div className="gatehouse-toolbar">
        <Button type="submit" isLoading={isPending} isDisabled={chain === undefined || isPending}>
          {say("action.save")}
        </Button>
        <Button
          variant="secondary"
          isLoading={checking.isPending}
          isDisabled={chain === undefined || checking.isPending}
          onClick={check}
        >
          {say("chain.check")}
        </Button>
        <Button variant="link" onClick={close}>
          {say("action.cancel")}
        </Button>
      </div>
      <WouldBe written={written} />
    </Form>
  );
}

interface ChainTextProps {
  readonly text: string;
  readonly written: TypedObject;
  readonly initial: string;
  readonly isPending: boolean;
  readonly faults: readonly AuthChainFault[];
  readonly isRight: boolean;
  readonly warnings: readonly AuthChainFault[];
  change(text: string): void;
}

function ChainText({ text, initial, isPending, written, faults, isRight, warnings, change }: ChainTextProps) {
  useUnsaved(text !== initial && !isPending);
  const say = useText();
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className="gatehouse-fields">
      <TextField
        id="chain-text"
        label={say("chain.editor")}
        rows={18}
        value={text}
        help={say("chain.editorHelp")}
        fault={faultOf(written, say)}
        change={change}
      />
      <ChainFaults faults={faults} text={text} show={(offset) => select(place.current, offset)} />
      <div role="status">
        {isRight ? <Notice kind="success" title={say("chain.right")} /> : null}
        <ChainWarnings warnings={warnings} />
      </div>
    </div>
  );
}

interface Terms {
  readonly comment: string;
  readonly enabled: boolean;
  readonly force: boolean;
}

interface TermFieldsProps {
  readonly terms: Terms;
  /** True if the chain was refused because users could not sign in any longer. */
  readonly isLocking: boolean;
  change(changed: Partial<Terms>): void;
}

function TermFields({ terms, isLocking, change }: TermFieldsProps) {
  const say = useText();
  const flag = (term: "enabled" | "force", label: string) => (
    <FormField
      id={`chain-${term}`}
      label={label}
      input={{ is: "flag" }}
      value={terms[term]}
      change={(value) => change({ [term]: value === true })}
    />
  );
  return (
    <>
      <TextField
        id="chain-comment"
        label={say("chain.comment")}
        value={terms.comment}
        change={(comment) => change({ comment })}
      />
      {flag("enabled", say("chain.enabledField"))}
      {isLocking ? flag("force", say("chain.force")) : null}
    </>
  );
}

function WouldBe({ written }: { readonly written: TypedObject }) {
  const say = useText();
  if (!("object" in written) || !isDrawable(written.object)) return null;
  return (
    <section aria-labelledby="would-be-title">
      <Title headingLevel="h2" id="would-be-title">
        {say("chain.wouldBe")}
      </Title>
      <ChainPicture chain={written.object} />
    </section>
  );
}

/** Moves the user to a place of the text and selects its line. */
function select(form: HTMLElement | null, offset: number): void {
  const area = form?.querySelector("textarea");
  if (area === null || area === undefined) return;
  const end = area.value.indexOf("\n", offset);
  area.focus();
  area.setSelectionRange(offset, end === -1 ? area.value.length : end);
}

/** Returns the reason why a text is no chain; undefined if it is one. */
function faultOf(written: TypedObject, say: Say): string | undefined {
  if (!("problem" in written)) return undefined;
  return written.problem === "noObject" ? say("chain.noObject") : `${say("chain.noJson")}: ${written.said}`;
}
