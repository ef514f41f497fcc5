import { strangersBodyMaxBytes } from "#domain/body-limits.ts";
import { passwordLinkPath, passwordsLinkPath } from "#domain/identity/password-link.ts";
import { publishedKeysCacheSeconds } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { readUserInfo } from "#operations/identity/userinfo.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";
import { attemptRoutes } from "./attempts.ts";
import { answerAuthorization, answerReturn, answerSignIn } from "./authorization.ts";
import { captchaFrameRoute, captchaFrameScript } from "./captcha-frame.ts";
import { discoveryRoutes, endpoints } from "./discovery.ts";
import { forgottenPasswordErrorPage, forgottenPasswordPath } from "./forgotten-password-page.ts";
import { answerForgottenPasswordForm, answerForgottenPasswordPage } from "./forgotten-password.ts";
import { answerLogOut, logOutErrorPage } from "./log-out.ts";
import { presentOAuthError } from "./oauth-errors.ts";
import { pageScripts } from "./page-scripts.ts";
import { stylePath } from "./page.ts";
import { passwordErrorPage } from "./password-page.ts";
import { answerPassword, answerPasswordPage } from "./password.ts";
import { answerPasswordsLink, answerShowPasswords } from "./passwords-link.ts";
import { passwordsLinkErrorPage } from "./passwords-page.ts";
import { returnedRoute } from "./returned-page.ts";
import { answerIntrospection, answerRevocation } from "./revocation.ts";
import { samlRoutes } from "./saml.ts";
import { signInErrorPage, signInPath, styleSheet } from "./sign-in-page.ts";
import { answerToken } from "./token.ts";

const logOutPage = { presentError: logOutErrorPage, redirects: "registered" } as const;

/** The token server. */
export const identityRoutes: readonly RouteDefinition[] = [
  { ...form(endpoints.token_endpoint, answerToken), rate: "signIn" },
  ...attemptRoutes,
  returnedRoute,
  ...samlRoutes,
  form(endpoints.revocation_endpoint, answerRevocation),
  form(endpoints.introspection_endpoint, answerIntrospection),
  {
    method: "GET",
    path: endpoints.authorization_endpoint,
    policy: null,
    presentError: signInErrorPage,
    redirects: "registered",
    rate: "signIn",
    handler: answerAuthorization,
  },
  {
    ...form(endpoints.authorization_endpoint, answerAuthorization),
    presentError: signInErrorPage,
    redirects: "registered",
    rate: "signIn",
  },
  { ...form(signInPath, answerSignIn), presentError: signInErrorPage, redirects: "registered", rate: "signIn" },
  {
    method: "GET",
    path: signInPath,
    policy: null,
    presentError: signInErrorPage,
    redirects: "registered",
    rate: "signIn",
    handler: answerReturn,
  },
  {
    method: "GET",
    path: forgottenPasswordPath,
    policy: null,
    presentError: forgottenPasswordErrorPage,
    redirects: "registered",
    rate: "signIn",
    handler: answerForgottenPasswordPage,
  },
  {
    ...form(forgottenPasswordPath, answerForgottenPasswordForm),
    presentError: forgottenPasswordErrorPage,
    rate: "signIn",
  },
  {
    method: "GET",
    path: passwordLinkPath,
    policy: null,
    presentError: passwordErrorPage,
    handler: answerPasswordPage,
  },
  { ...form(passwordLinkPath, answerPassword), presentError: passwordErrorPage, rate: "signIn" },
  {
    method: "GET",
    path: passwordsLinkPath,
    policy: null,
    presentError: passwordsLinkErrorPage,
    handler: answerPasswordsLink,
  },
  { ...form(passwordsLinkPath, answerShowPasswords), presentError: passwordsLinkErrorPage, rate: "signIn" },
  { method: "GET", path: endpoints.end_session_endpoint, policy: null, handler: answerLogOut, ...logOutPage },
  { ...form(endpoints.end_session_endpoint, answerLogOut), ...logOutPage },
  file(stylePath, "text/css", styleSheet),
  captchaFrameRoute,
  ...[...Object.values(pageScripts), captchaFrameScript].map(({ path, text }) => file(path, "text/javascript", text)),
  ...(["GET", "POST"] as const).map((method): RouteDefinition => ({
    method,
    path: endpoints.userinfo_endpoint,
    policy: policyOf.get("identity/connect/userinfo"),
    operation: readUserInfo.name,
    // A POST may carry a form (the token is taken from the header only), so its content is not read.
    body: "none",
    handler: async ({ context, caller }) => ({ status: 200, body: await invoke(readUserInfo, context, caller, {}) }),
  })),
  ...discoveryRoutes,
];

function file(path: string, type: string, body: string): RouteDefinition {
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": `public, max-age=${publishedKeysCacheSeconds}`,
  };
  return { method: "GET", path, policy: null, handler: () => Promise.resolve({ status: 200, headers, body }) };
}

function form(path: string, handler: (call: RouteCall) => Promise<RouteAnswer>): RouteDefinition {
  return {
    method: "POST",
    path,
    policy: null,
    body: "form",
    bodyMaxBytes: strangersBodyMaxBytes,
    presentError: presentOAuthError,
    handler,
  };
}
