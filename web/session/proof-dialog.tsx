import { Button, Content, Spinner } from "@patternfly/react-core";

import { Dialog } from "../components/dialog.tsx";
import { ErrorAlert } from "../components/error-alert.tsx";
import { Notice } from "../components/notice.tsx";
import { useLanguage } from "../messages/language.ts";
import { useText } from "../messages/text.ts";
import { AskedForm } from "./asked-form.tsx";
import { type Proving, useProving } from "./prove.ts";
import { useLeaving } from "./use-leaving.ts";

interface ProofDialogProps {
  readonly userKey: string;
  /** Receives whether the proof was given. */
  end(isGiven: boolean): void;
}

/** A dialog over the page that asks users to confirm their identity before a call that needs it. */
export function ProofDialog({ userKey, end }: ProofDialogProps) {
  const say = useText();
  const proving = useProving(userKey, () => end(true));
  const close = () => end(false);
  return (
    <Dialog
      title={say("proof.title")}
      explained={say("proof.explained")}
      close={close}
      footer={
        <Button variant="link" onClick={close}>
          {say("action.cancel")}
        </Button>
      }
    >
      <ProofStep proving={proving} />
    </Dialog>
  );
}

function ProofStep({ proving: { standing, isBusy, begin, answer, failed } }: { readonly proving: Proving }) {
  const say = useText();
  const language = useLanguage();
  const leave = useLeaving();
  if (standing.is === "loading") return <Spinner aria-label={say("signIn.loading")} />;
  if (standing.is === "elsewhere") {
    return (
      <>
        <Content component="p">{say("proof.elsewhere")}</Content>
        <Button variant="primary" onClick={leave}>
          {say("action.signOut")}
        </Button>
      </>
    );
  }
  const { error } = standing;
  if (standing.is === "failed") {
    return (
      <>
        {error === undefined ? (
          <Notice kind="danger" title={say("proof.failed")} isAlert />
        ) : (
          <ErrorAlert error={error} />
        )}
        <Button variant="primary" isLoading={isBusy} onClick={() => void begin()}>
          {say("action.tryAgain")}
        </Button>
      </>
    );
  }
  const { asked, isWrong } = standing;
  const alert = asked.alert?.[language] ?? (isWrong ? say("signIn.failed") : undefined);
  return (
    <>
      {alert === undefined ? null : <Notice kind="danger" title={alert} isAlert />}
      {error === undefined ? null : <ErrorAlert error={error} />}
      <AskedForm
        key={asked.fields.map(({ name }) => name).join(" ")}
        asked={asked}
        isBusy={isBusy}
        hasFailed={isWrong || error !== undefined}
        answer={({ fields }) => answer(fields)}
        failed={failed}
      />
    </>
  );
}
