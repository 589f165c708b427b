import { Anchor, Group, Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { IconBuilding, IconTag, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { overview } from '#features/overview/contract.ts'
import { homeNumbers } from '#kit/web/home-slot.ts'
import { call } from '#kit/web/call.ts'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { countText } from '#vocabulary/numbers.ts'
import { FirstSteps } from './FirstSteps.tsx'

const cards = [
  { field: 'users', title: 'Users', path: '/users', Icon: IconUsers },
  { field: 'companies', title: 'Companies', path: '/companies', Icon: IconBuilding },
  { field: 'brands', title: 'Brands', path: '/brands', Icon: IconTag },
] as const

/** Number of users, companies and brands, with links to their lists; in a new console then what to do first. */
export function AnalystDashboardScreen() {
  const { data, error, isPending } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => call(overview.counts, {}, { signal }),
    staleTime: 0,
  })
  useEffect(() => {
    // No error is shown: the links to the lists still work.
    if (error) console.error('The counts could not be loaded:', error)
  }, [error])
  return (
    <>
      <PageFrame title="Analyst Dashboard" />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" mt="sm">
        {cards.map(({ field, title, path, Icon }) => (
          <Paper key={field} component="section" p="lg" aria-label={title}>
            <Group justify="space-between" align="flex-start">
              <Title order={2} c="dimmed" fw={500} fz="md">
                {title}
              </Title>
              <Icon size={20} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
            </Group>
            <Skeleton visible={isPending} w={96} my="xs">
              <Text fz={36} lh="44px" fw={600} className="tabular" data-testid={`count-${field}`}>
                {data ? countText(data[field]) : '–'}
              </Text>
            </Skeleton>
            <Anchor component={Link} to={path} size="sm">
              View Details
            </Anchor>
          </Paper>
        ))}
      </SimpleGrid>
      {data ? <FirstSteps counts={data} /> : null}
      <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
        <homeNumbers.Outlet role="Admin" />
      </div>
    </>
  )
}
