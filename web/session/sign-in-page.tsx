import { Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useCallback } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { localPath } from "#domain/identity/local-path.ts";

import { LanguageChoice } from "../components/language-choice.tsx";
import { useText } from "../messages/text.ts";
import { paths } from "../paths.ts";
import { SignInForm } from "./sign-in-form.tsx";

const returnKey = "gatehouse.returnTo";

/** The sign-in page. */
export function SignInPage() {
  const say = useText();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const attempt = parameters.get("attempt") ?? undefined;
  const to = parameters.get("to");
  // A user who signs in at another site returns without this parameter.
  if (to !== null) sessionStorage.setItem(returnKey, to);
  const signedIn = useCallback(() => {
    const wanted = sessionStorage.getItem(returnKey) ?? paths.home;
    sessionStorage.removeItem(returnKey);
    void navigate(localPath(wanted, window.location.origin) ?? paths.home, { replace: true });
  }, [navigate]);
  return (
    <main className="gatehouse-sign-in" id="main">
      <Card>
        <CardTitle>
          <h1>{say("signIn.title")}</h1>
        </CardTitle>
        <CardBody>
          <SignInForm cameBackWith={attempt} signedIn={signedIn} />
        </CardBody>
      </Card>
      <LanguageChoice />
    </main>
  );
}
