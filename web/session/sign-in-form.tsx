import { Button, Content, Spinner } from "@patternfly/react-core";
import { useEffect, useState } from "react";

import { CallError } from "../base/call-error.ts";
import type { Session } from "../base/session-store.ts";
import { ErrorAlert } from "../components/error-alert.tsx";
import { Notice } from "../components/notice.tsx";
import { useLanguage } from "../messages/language.ts";
import { useText } from "../messages/text.ts";
import { AskedForm } from "./asked-form.tsx";
import { useSignIn } from "./sign-in.ts";

/** Properties of the sign-in form. */
export interface SignInFormProps {
  /** Handle with which the browser has returned from another site. */
  readonly cameBackWith?: string | undefined;
  /** User name of a sign-in over an open page, which stays as it is. */
  readonly userName?: string;
  signedIn(session: Session): void;
}

const forgottenPassword = "/identity/connect/forgot-password";

/** A sign-in, step by step, as its chain defines them. */
export function SignInForm({ cameBackWith, userName, signedIn }: SignInFormProps) {
  const say = useText();
  const language = useLanguage();
  const { standing, isBusy, answer, begin } = useSignIn(cameBackWith, signedIn);
  const [failure, setFailure] = useState<unknown>(undefined);

  if (standing.is === "loading") return <Spinner aria-label={say("signIn.loading")} />;
  if (standing.is === "elsewhere") return <Elsewhere address={standing.address} isOverPage={userName !== undefined} />;
  if (standing.is === "stopped") {
    return (
      <>
        <ErrorAlert error={standing.error} />
        <Button variant="primary" onClick={() => void begin()}>
          {say("action.tryAgain")}
        </Button>
      </>
    );
  }
  const { asked, error } = standing;
  const asksPassword = asked.fields.some(({ kind }) => kind === "password");
  return (
    <>
      <Refused alert={asked.alert?.[language]} error={failure ?? error} />
      {(asked.explanation ?? []).map((text) => (
        <Content key={text.en} component="p">
          {text[language]}
        </Content>
      ))}
      {asked.rules === undefined ? null : (
        <section aria-labelledby="rules">
          <Content component="h2" id="rules">
            {asked.rules.title[language]}
          </Content>
          <Content component="ul">
            {asked.rules.each.map((text) => (
              <li key={text.en}>{text[language]}</li>
            ))}
          </Content>
        </section>
      )}
      <AskedForm
        key={asked.fields.map(({ name }) => name).join(" ")}
        asked={asked}
        isBusy={isBusy}
        hasFailed={error !== undefined}
        answer={(entered) => {
          setFailure(undefined);
          return answer(entered);
        }}
        failed={setFailure}
        {...(userName === undefined ? {} : { userName })}
      />
      {asksPassword ? (
        <Content component="p">
          <a className="gatehouse-lone-link" href={forgottenPassword}>
            {say("signIn.forgottenPassword")}
          </a>
        </Content>
      ) : null}
    </>
  );
}

interface RefusedProps {
  readonly alert: string | undefined;
  readonly error: unknown;
}

/** Reason why a step asks again. If the chain has its own text for wrong input, only that is shown. */
function Refused({ alert, error }: RefusedProps) {
  const isOfChain = alert !== undefined && error instanceof CallError && error.code === "SIGN_IN_FAILED";
  return (
    <>
      {alert === undefined ? null : <Notice kind="danger" title={alert} isAlert />}
      {error === undefined || isOfChain ? null : <ErrorAlert error={error} />}
    </>
  );
}

interface ElsewhereProps {
  readonly address: string;
  readonly isOverPage: boolean;
}

/** The way to the site where the user proves their identity. Over a page it opens in another tab, and this tab learns of the result. */
function Elsewhere({ address, isOverPage }: ElsewhereProps) {
  const say = useText();
  useEffect(() => {
    if (!isOverPage) window.location.assign(address);
  }, [address, isOverPage]);
  return isOverPage ? (
    <Content component="p">
      {say("signIn.elsewhereBeside")}{" "}
      <a href={address} target="_blank" rel="noopener noreferrer">
        {say("signIn.otherTab")}
      </a>
    </Content>
  ) : (
    <Content component="p">
      {say("signIn.elsewhere")} <a href={address}>{say("action.goOn")}</a>
    </Content>
  );
}
