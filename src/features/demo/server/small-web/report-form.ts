import type { TrademarkForm } from '#features/trademark-reports/server/forms.ts'
import { demoOrigins } from './addresses.ts'

/** In the demo world reports go to the form of the small web, and nowhere else. */
export const demoTrademarkForms: Readonly<{ Pinterest: TrademarkForm }> = {
  Pinterest: {
    website: 'Pinterest',
    address: `${demoOrigins.trademarkForm}/trademark`,
    ready: 'form[action="/trademark"]',
    fields: [
      { selector: '[name="name"]', fill: 'text', value: 'reporter', label: 'name' },
      { selector: '[name="company"]', fill: 'text', value: 'owner', label: 'trademark owner' },
      { selector: '[name="email"]', fill: 'text', value: 'reporterEmail', label: 'email address' },
      { selector: '[name="mark"]', fill: 'text', value: 'mark', label: 'trademark' },
      { selector: '[name="addresses"]', fill: 'text', value: 'links', label: 'links' },
      { selector: '[name="description"]', fill: 'text', value: 'description', label: 'description' },
      { selector: '[name="statement"]', fill: 'tick', label: 'statement' },
    ],
    submit: 'form[action="/trademark"] button',
    confirmed: '#case',
  },
}
