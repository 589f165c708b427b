import { Table, Text } from '@mantine/core'
import type { revisits } from '#features/revisits/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { durationOf } from './durations.ts'
import { steps as names, texts } from './texts.ts'

type Figures = Pick<CallOutput<typeof revisits.clock>, 'steps' | 'down' | 'business'>

/** In place of a duration: that so few have done the step, or nothing where none began it. */
const withoutDuration = (of: number) => (of === 0 ? '–' : texts.notReached)

/** Each step with 'n of N', and how many findings were down some days after the notice. */
export function StepFigures({ steps, down, business }: Figures) {
  return (
    <section aria-label={texts.figures}>
      <Text fw={600} size="sm" mb={6}>
        {texts.figures}
      </Text>
      <Table.ScrollContainer minWidth={620} type="native" tabIndex={0} role="group" aria-label={texts.figures}>
        <Table aria-label={texts.figures} verticalSpacing={4} fz="sm" className={stacked['stacked']!}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Step</Table.Th>
              <Table.Th ta="right">Done</Table.Th>
              <Table.Th ta="right">{texts.median}</Table.Th>
              <Table.Th ta="right">{texts.p90}</Table.Th>
              <Table.Th ta="right">{texts.late}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {steps.map((one) => (
              <Table.Tr key={one.step} data-step={one.step}>
                <Table.Td data-part="title">{names.find(([step]) => step === one.step)![1]}</Table.Td>
                <Table.Td ta="right" data-head="Done">
                  {texts.nOf(one.findings, one.of)}
                </Table.Td>
                {[one.median, one.p90].map((seconds, n) => (
                  <Table.Td
                    ta="right"
                    key={n}
                    data-head={n === 0 ? texts.median : texts.p90}
                    c={seconds === null ? 'dimmed' : undefined}
                  >
                    {seconds === null ? withoutDuration(one.of) : durationOf(seconds, business?.daySeconds)}
                  </Table.Td>
                ))}
                <Table.Td ta="right" data-head={texts.late}>
                  {one.agreed === 0 ? '–' : texts.nOf(one.late, one.agreed)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {steps.some(({ of, p90 }) => of > 0 && p90 === null) ? (
        <Text size="xs" c="dimmed" mt={6}>
          {texts.howNotReached}
        </Text>
      ) : null}
      {business ? (
        <Text size="xs" c="dimmed" mt={6} data-business>
          {texts.howBusiness(business.hours, business.zone)}
        </Text>
      ) : null}
      <Text size="sm" mt="sm" data-down>
        {texts.down(texts.nOf(down.down, down.of))}{' '}
        {texts.within(
          down.within
            .map(({ days, percent }) => texts.share(days, percent === null ? '–' : `${Math.round(percent)}%`))
            .join(', '),
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {texts.howDown}
      </Text>
    </section>
  )
}
