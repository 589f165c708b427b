/** An answer; status 0: there was none, so it is unknown what happened. */
export type Answer = { status: number; body: unknown; text: string }

/** Calls the API and never throws: what a client sees is data here. */
export async function call(
  url: string,
  method: string,
  path: string,
  { token, body, grant, limitMs = 90_000 }: { token?: string; body?: unknown; grant?: string; limitMs?: number } = {},
): Promise<Answer> {
  try {
    const answer = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(limitMs),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(grant ? { 'x-action-grant': grant } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      body: text.startsWith('{') ? JSON.parse(text) : undefined,
      text: text.slice(0, 200),
    }
  } catch (problem) {
    return { status: 0, body: undefined, text: String(problem) }
  }
}

/** Whether it is certain that nothing was saved: the caller was told so, and not that the connection broke. */
export function isRefused({ status }: Answer): boolean {
  return status >= 400 && status < 500
}

type User = {
  jwtToken: string
  brandDetails: { id: string; company: { _id?: string; id?: string } | string; platform: object }[]
}

/** Signs a person of the demo world in; throws the answer when that fails. */
export async function signIn(
  url: string,
  username: string,
): Promise<{ token: string; company: string; brand: string }> {
  const answer = await call(url, 'POST', '/api/users/authenticate', { body: { username, password: 'Demo@2026' } })
  if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${answer.status} ${answer.text}`)
  const { jwtToken, brandDetails } = answer.body as User
  const wanted = brandDetails.find(({ platform }) =>
    ['domain', 'eCommerce'].every((name) => Object.hasOwn(platform, name)),
  )
  const company = wanted?.company
  return {
    token: jwtToken,
    company: typeof company === 'string' ? company : (company?._id ?? company?.id ?? ''),
    brand: wanted?.id ?? '',
  }
}
