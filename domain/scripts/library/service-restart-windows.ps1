# Restarts a service of Windows and shows how it is afterwards.
$ErrorActionPreference = 'Stop'
if (-not $env:SERVICE) { Write-Output 'SERVICE is empty.'; exit 1 }
# By its exact name: Get-Service would take * and ? for a pattern.
$service = Get-Service | Where-Object { $_.Name -eq $env:SERVICE -or $_.DisplayName -eq $env:SERVICE }
if (@($service).Count -ne 1) { Write-Output "There is no service $env:SERVICE here."; exit 1 }
Restart-Service -InputObject $service -Force
$service.WaitForStatus('Running', [timespan]::FromSeconds(60))
$service | Select-Object Name, DisplayName, Status, StartType | Format-List
