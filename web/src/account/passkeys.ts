/** Making and showing passkeys: the browser signs, the server checks. */

import { beginComingBack, beginPasskey, comeBack, makePasskey, Refusal } from '../live/http';
import type { MyPlace, PasskeyChallenge, RecoveryCodes } from '../wire/messages';

/** Browsers have them only behind https and under a name, not a number. */
export const possible = () =>
  'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

/** The recovery codes that come with the first passkey. */
export async function makeOne(): Promise<RecoveryCodes> {
  const { options, ticket } = await beginPasskey();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const made = await navigator.credentials.create({ publicKey });
  return makePasskey({ ticket, credential: signed(made) });
}

/** What cannot be undone asks for the passkey once more, unless it was shown just now. */
export async function proven<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.refused.code !== 'sign-again') throw error;
    await showOne();
    return work();
  }
}

export async function showOne(): Promise<MyPlace> {
  const { options, ticket }: PasskeyChallenge = await beginComingBack();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const shown = await navigator.credentials.get({ publicKey });
  return comeBack({ ticket, credential: signed(shown) });
}

const signed = (credential: Credential | null) => (credential as PublicKeyCredential).toJSON();
