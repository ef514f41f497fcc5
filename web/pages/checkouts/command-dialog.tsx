import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { askOnce, call } from "../../api/call.ts";
import { commandsQuery } from "../../api/checkouts.ts";
import type { Checkout, ListedCommand, RunCommand } from "../../api/model.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { accountOf } from "./checkout-words.ts";

type State =
  | { readonly is: "asking" | "waiting" }
  | { readonly is: "refused"; readonly error: unknown }
  | { readonly is: "ran"; readonly output: RunCommand };

/** A dialog that runs a listed command as the account, once, and shows its output. The output disappears with the dialog. */
export function CommandDialog({ checkout, close }: { readonly checkout: Checkout; close(): void }) {
  const say = useText();
  const [state, setState] = useState<State>({ is: "asking" });
  const title = say("checkout.runCommandOf", { account: accountOf(checkout, say) });
  const run = async (body: { readonly command: string; readonly code: string | null }) => {
    setState({ is: "waiting" });
    try {
      const output = await askOnce(call("POST checkouts()/runCommand", { key: checkout.key, body }));
      setState({ is: "ran", output });
    } catch (error) {
      setState({ is: "refused", error });
    }
  };
  if (state.is !== "ran")
    return (
      <CommandForm checkout={checkout} title={title} state={state} close={close} run={(wanted) => void run(wanted)} />
    );
  return (
    <Dialog title={title} isWide footer={<Button onClick={close}>{say("action.close")}</Button>} close={close}>
      <Output output={state.output} />
    </Dialog>
  );
}

const refusalOf = (state: State) => (state.is === "refused" ? state.error : undefined);

interface CommandFormProps {
  readonly checkout: Checkout;
  readonly title: string;
  readonly state: State;
  run(wanted: { readonly command: string; readonly code: string | null }): void;
  close(): void;
}

function CommandForm({ checkout, title, state, run, close }: CommandFormProps) {
  const say = useText();
  const { data, error: unread } = useQuery(commandsQuery(checkout.key));
  const [chosen, setChosen] = useState<string>();
  const [code, setCode] = useState("");
  const commands = data ?? [];
  const command = chosen ?? commands[0]?.name ?? "";
  const needsCode = checkout.managedAccount?.checkoutAttended === true;
  const refused = refusalOf(state);
  return (
    <FormDialog
      title={title}
      explained={say("command.explained")}
      action={say("checkout.runCommand")}
      isReady={command !== "" && !(needsCode && code.trim() === "")}
      isPending={state.is === "waiting"}
      error={refused}
      send={() => {
        setCode("");
        run({ command, code: code.trim() || null });
      }}
      close={close}
    >
      {unread === null ? null : <ErrorAlert error={unread} />}
      {data === undefined || command !== "" ? null : <p>{say("command.none")}</p>}
      <Fields
        commands={commands}
        command={command}
        needsCode={needsCode}
        code={code}
        faults={faultsIn(refused)}
        choose={setChosen}
        changeCode={setCode}
      />
    </FormDialog>
  );
}

interface FieldsProps {
  readonly commands: readonly ListedCommand[];
  /** Name of the selected command. */
  readonly command: string;
  readonly needsCode: boolean;
  readonly code: string;
  readonly faults: ReadonlyMap<string, string>;
  choose(name: string): void;
  changeCode(code: string): void;
}

function Fields({ commands, command, needsCode, code, faults, choose, changeCode }: FieldsProps) {
  const say = useText();
  return (
    <>
      <FormField
        id="command-name"
        label={say("command.name")}
        help={commands.find(({ name }) => name === command)?.command}
        input={{ is: "choice", choices: commands.map(({ name }) => ({ value: name, label: name })) }}
        value={command}
        fault={faults.get("command")}
        change={(value) => choose(String(value))}
      />
      {needsCode ? (
        <FormField
          id="command-code"
          label={say("borrow.code")}
          help={say("disclosure.codeHelp")}
          input={{ is: "text" }}
          value={code}
          fault={faults.get("code")}
          isRequired
          change={(value) => changeCode(String(value))}
        />
      ) : null}
    </>
  );
}

function Output({ output: { exitCode, stdout, stderr, cut } }: { readonly output: RunCommand }) {
  const say = useText();
  return (
    <>
      <p>{say("command.exit", { code: exitCode })}</p>
      {(["stdout", "stderr"] as const).map((name) => {
        const text = name === "stdout" ? stdout : stderr;
        return text === "" ? null : (
          <section key={name} aria-label={say(`command.${name}`)}>
            <p>{say(`command.${name}`)}</p>
            <pre className="gatehouse-value">{text}</pre>
          </section>
        );
      })}
      {cut ? <p>{say("command.cut")}</p> : null}
    </>
  );
}
