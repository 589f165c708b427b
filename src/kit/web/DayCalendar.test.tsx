import { MantineProvider } from '@mantine/core'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DayCalendar } from './DayCalendar.tsx'
import { FilterControl } from './FilterControl.tsx'

const none = () => undefined

test.each([
  ['a form', <DayCalendar key="form" value="2026-03-04" choose={none} />],
  [
    'a filter',
    <FilterControl
      key="filter"
      field={{ name: 'day', label: 'Day', search: 'day' }}
      texts={{ day: '2026-03-04' }}
      onText={none}
      onDone={none}
      counts={undefined}
    />,
  ],
])('the calendar of %s names the buttons that show arrows only', (_, calendar) => {
  const html = renderToString(<MantineProvider>{calendar}</MantineProvider>)
  expect(html).toContain('March 2026')
  expect(html).toContain('aria-label="Previous month"')
  expect(html).toContain('aria-label="Next month"')
})
