import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageSchema, pageParams } from '#kit/contract/page.ts'
import { messageResponse, id } from '#kit/contract/texts.ts'
import { everyone } from '#vocabulary/roles.ts'

export const notification = z.object({
  _id: id,
  id,
  model: z.string(),
  notificationText: z.string(),
  createdDate: z.string(),
  /** For staff: company, brand and platform of its records; null where they are not of one brand. */
  records: z.object({ company: id, brand: id, platform: z.string() }).nullable().optional(),
  /** For staff: the searched domain that it is about, and whether it is decided about at this moment. */
  searched: z.object({ domain: z.string(), isDecided: z.boolean() }).nullable().optional(),
})
export type Notification = z.output<typeof notification>

/** Which company, brand and platform the records of a notification belong to; the draft of one about a draft. */
const notificationScope = z.object({ company: id, brand: id, platform: z.string(), draft: id.optional() })

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    access: everyone,
    summary: "The caller's notifications, newest first",
    takes: z.object(pageParams),
    answers: pageSchema(notification),
  }),
  scope: endpoint({
    method: 'GET',
    path: '/notifications/{id}/scope',
    access: everyone,
    summary: "Company, brand and platform of the records of the caller's notification",
    takes: z.object({ id }),
    answers: notificationScope,
  }),
  mark: endpoint({
    method: 'POST',
    path: '/users/v1/markNotification',
    access: everyone,
    summary: 'Set the seen flag of the bell',
    takes: z.object({
      userId: z.string().max(64).optional(),
      seen: z
        .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])])
        .transform((raw) => raw === true || String(raw) === '1' || raw === 'true'),
    }),
    answers: messageResponse,
  }),
  /**
   * Server-sent events: `notification` ({seen: false}), `findings` ({platform, brand}), `changes`
   * ({platform, ids}), `activity` ({id}), `requests` ({brand}), for staff `drafts` (see the calls of staging), and
   * `missed` ({}): events may have been lost, what is shown should be read again.
   */
  stream: endpoint({
    method: 'GET',
    path: '/notifications/stream',
    access: everyone,
    summary: 'Live events for the caller (text/event-stream)',
    takes: z.object({}),
    answers: z.unknown(),
    streams: true,
  }),
}
