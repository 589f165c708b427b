import type { APIResponse, Route } from 'playwright-core'

/**
 * The server's answer to a call that a journey changes or holds. The call goes over a kept connection, which the server may
 * end at that moment; it is sent again then, as a browser would.
 */
export const fetchAnswer = (route: Route): Promise<APIResponse> => route.fetch({ maxRetries: 2 })
