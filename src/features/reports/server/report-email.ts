import { allBrands } from '#features/sessions/rules.ts'
import type { OutgoingEmail } from '#kit/server/mail.ts'
import type { Settings } from '#kit/server/serve.ts'
import { showDayOnHome } from '#vocabulary/dates.ts'
import type { Report } from './report-pdf.ts'
import { oneClickAddress, unsubscribeLink } from './subscriptions.ts'
import { awaitingApproval } from '#vocabulary/statuses.ts'
import { counted, countText, sum } from '#vocabulary/numbers.ts'

/** `brandId` is null for all brands of the person. */
type ReportEmailInput = { subscriptionId: string; brandId: string | null; firstName: string; report: Report }

/** The email that carries a report; attachments and recipient are added by the caller. */
export function reportEmail(
  { appUrl, productName, signingSecret: secret }: Settings,
  { subscriptionId, brandId, firstName, report }: ReportEmailInput,
): Omit<OutgoingEmail, 'to'> {
  const { rhythm, brandName = 'all brands', period, numbers } = report
  const dates = `${showDayOnHome(period.startDate)} to ${showDayOnHome(period.endDate)}`
  const waiting = numbers.waiting.filter(({ status }) => status === awaitingApproval)
  const home = new URLSearchParams({ brand: brandId ?? allBrands, ...period })
  const [total, high] = [sum(waiting.map((one) => one.total)), sum(waiting.map((one) => one.high))]
  return {
    kind: 'report',
    unsubscribe: oneClickAddress({ appUrl, secret }, subscriptionId),
    subject: `${productName}: ${rhythm} report of ${brandName}, ${dates}`,
    text: [
      `Hello ${firstName},`,
      `Here is the ${rhythm} report of ${brandName} for ${dates}, as PDF and as Excel.`,
      `${counted(numbers.totalDocs, 'infringement was', 'infringements were')} reported, ${numbers.currentMonth}% enforced. ` +
        `${counted(total, 'finding awaits', 'findings await')} your approval, ${countText(high)} of them High.`,
      `See it in the console:\n${appUrl}/client-dashboard?${home.toString()}`,
      `You subscribed to this report.\nUnsubscribe:\n${unsubscribeLink({ appUrl, secret }, subscriptionId)}`,
    ].join('\n\n'),
  }
}
