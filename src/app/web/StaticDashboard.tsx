import { Table, Text, Title } from '@mantine/core'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { sampleTables } from './sample-tables.ts'
import classes from './StaticDashboard.module.css'
import { texts } from './texts.ts'

/** The older dashboard: six fixed tables, no call (C-041, C-042, G31). */
export function StaticDashboard() {
  return (
    <PageFrame
      title="Dashboard"
      aside={
        <Text size="sm" c="dimmed">
          {texts.sampleData}
        </Text>
      }
    >
      <div className={classes['tables']}>
        {sampleTables.map(({ title, heads, rows }) => (
          <section key={title} aria-label={title}>
            <Title order={2}>{title}</Title>
            <Table mt="xs" withTableBorder aria-label={title}>
              <Table.Thead>
                <Table.Tr>
                  {heads.map((head) => (
                    <Table.Th key={head}>{head}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row[0]}>
                    {row.map((cell, index) => (
                      <Table.Td key={heads[index]}>{cell}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </div>
    </PageFrame>
  )
}
