import type { Secret } from "#connectors/contract/index.ts";
import type { Settings } from "#platform/settings/settings.ts";

/** Settings for verifying CAPTCHAs. */
export type CaptchaSettings = Pick<
  Settings,
  | "captchaVerifyAddress"
  | "captchaScriptAddress"
  | "captchaSiteKey"
  | "captchaSecret"
  | "captchaScoreMin"
  | "captchaAction"
  | "captchaHostname"
  | "captchaPassesWhenAway"
  | "publicAddress"
>;

/** Complete configuration for verifying CAPTCHAs. */
export interface Captcha {
  readonly verifyAddress: string;
  readonly scriptAddress: string;
  readonly siteKey: string;
  readonly secret: Secret;
  readonly scoreMin: number;
  readonly action: string;
  readonly hostname: string;
  readonly passesWhenAway: boolean;
}

/** Returns the CAPTCHA configuration; undefined if settings are missing. */
export function captchaOf(settings: CaptchaSettings): Captcha | undefined {
  const { captchaVerifyAddress: verifyAddress, captchaScriptAddress: scriptAddress, publicAddress } = settings;
  const { captchaSiteKey: siteKey, captchaSecret: secret } = settings;
  const hostname = settings.captchaHostname ?? (publicAddress === null ? null : new URL(publicAddress).hostname);
  if (verifyAddress === null || scriptAddress === null || siteKey === null || secret === null || hostname === null)
    return undefined;
  return {
    verifyAddress,
    scriptAddress,
    siteKey,
    secret,
    hostname,
    scoreMin: settings.captchaScoreMin,
    action: settings.captchaAction,
    passesWhenAway: settings.captchaPassesWhenAway,
  };
}
